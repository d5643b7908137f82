import { gzipSync } from 'node:zlib';
import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer as createTlsServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { answerWith, type Behaviour, closedPort, hang, startReceiver } from '../support/webhook/receiver.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { PATIENCE, messagesOf, stored, subscribe } from '../support/webhook/webhook.ts';

const MIB = 1_024 ** 2;

/** Responds 200 with headers of a megabyte. */
const hugeHeaders: Behaviour = (response) => {
  response.socket!.write(`HTTP/1.1 200 OK\r\nX-Filler: ${'x'.repeat(MIB)}\r\nContent-Length: 0\r\n\r\n`);
};

/** Responds 200 with a small body that would decompress to 64 MiB. */
const gzipBomb: Behaviour = answerWith(200, gzipSync(Buffer.alloc(64 * MIB)), {
  'Content-Encoding': 'gzip',
});

const DRIP_MS = 20;

/** Responds 200 and then sends a byte now and then, forever. */
const drip: Behaviour = (response) => {
  response.writeHead(200).flushHeaders();
  const timer = setInterval(() => response.write('.'), DRIP_MS);
  response.on('close', () => clearInterval(timer));
};

/** Responds 200 and sends as many bytes as are read, forever. */
const endless: Behaviour = (response) => {
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
  };
  response.on('drain', more).writeHead(200);
  more();
};

/** Resets the connection. */
const reset: Behaviour = (response) => void response.socket!.resetAndDestroy();

/** Responds with something that is not HTTP. */
const garbage: Behaviour = (response) => void response.socket!.end('220 mail.example ESMTP\r\n');

const service = useService({ worker: { timeoutMs: 1_000 } });

describe('a callback succeeds', () => {
  it.each([
    ['200', 200],
    ['201', 201],
    ['202', 202],
    ['204', 204],
    ['299', 299],
    ['200 with an endless body', endless],
    ['200 with a gzip bomb', gzipBomb],
    [
      '200 with a cookie and a type nobody knows',
      answerWith(200, 'x', { 'Set-Cookie': 'a=b', 'Content-Type': 'x/y' }),
    ],
  ] as [string, Behaviour][])('by %s', async (_name, behaviour) => {
    await using receiver = await startReceiver(behaviour);
    const { message, attempt, webhook } = await attemptAt(receiver.url);
    expect(message.status).toBe('succeeded');
    expect(attempt).toMatchObject({ error: null, statusCode: expect.any(Number) });
    expect((await stored(service, webhook)).consecutiveFailures).toBe(0);
  });
});

describe('a callback fails', () => {
  it.each([
    ['301', 301, 301, 'redirect_not_followed'],
    ['304', 304, 304, 'redirect_not_followed'],
    ['400', 400, 400, 'unexpected_status'],
    ['404', 404, 404, 'unexpected_status'],
    ['410', 410, 410, 'unexpected_status'],
    ['429', 429, 429, 'unexpected_status'],
    ['500', 500, 500, 'unexpected_status'],
    ['503', 503, 503, 'unexpected_status'],
    ['no answer at all', hang, null, 'timeout'],
    ['a body that drips for ever', drip, 200, 'timeout'],
    ['headers of a megabyte', hugeHeaders, null, 'invalid_response'],
    ['what is no HTTP', garbage, null, 'invalid_response'],
    ['a connection cut off', reset, null, 'connection_failed'],
  ] as [string, Behaviour, number | null, string][])('by %s', async (_name, behaviour, statusCode, error) => {
    await using receiver = await startReceiver(behaviour);
    const { message, attempt, webhook } = await attemptAt(receiver.url);
    expect(attempt).toMatchObject({ statusCode, error });
    expect(message).toMatchObject({ status: 'pending', failures: 1 });
    expect((await stored(service, webhook)).consecutiveFailures).toBe(1);
    expect(receiver.callbacks).toHaveLength(1);
  });

  it('by a redirect, whose target gets no request', async () => {
    await using target = await startReceiver(200);
    for (const status of [302, 303, 307, 308]) {
      await using receiver = await startReceiver(answerWith(status, 'moved', { Location: target.url }));
      const { attempt } = await attemptAt(receiver.url);
      expect(attempt).toMatchObject({
        statusCode: status,
        error: 'redirect_not_followed',
        responseExcerpt: 'moved',
      });
    }
    expect(target.connections()).toBe(0);
  });

  it('by a port at which nothing listens', async () => {
    const { attempt } = await attemptAt(`http://127.0.0.1:${await closedPort()}/`);
    expect(attempt).toMatchObject({ statusCode: null, error: 'connection_failed', responseExcerpt: null });
  });

  it('by a name that does not resolve', async () => {
    const { attempt } = await attemptAt('http://no-such-host.invalid/');
    expect(attempt).toMatchObject({ statusCode: null, error: 'dns_failure' });
  });

  it('by an untrusted certificate', async () => {
    const server = createTlsServer(selfSigned());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { attempt } = await attemptAt(`https://127.0.0.1:${port}/`);
    server.close();
    expect(attempt).toMatchObject({ statusCode: null, error: 'tls_failure' });
  });

  it('by plain HTTP where TLS is expected', async () => {
    await using receiver = await startReceiver(200);
    const { attempt } = await attemptAt(receiver.url.replace('http:', 'https:'));
    expect(attempt).toMatchObject({ statusCode: null, error: 'tls_failure' });
  });
});

/** Returns the result of the first attempt to send an event to a URL. */
async function attemptAt(url: string) {
  const account = await createAccount(service);
  const webhook = await subscribe(account, url);
  await createProduct(account);
  await expect.poll(async () => (await messagesOf(service, webhook))[0]?.attempts, PATIENCE).toHaveLength(1);
  const [message] = await messagesOf(service, webhook);
  return { webhook, message: message!, attempt: message!.attempts[0]! };
}

const ED25519 = der(0x30, Buffer.from([0x06, 0x03, 0x2b, 0x65, 0x70]));
const COMMON_NAME = Buffer.from([0x06, 0x03, 0x55, 0x04, 0x03]);

/** Returns a key and a self-signed certificate for 127.0.0.1. */
function selfSigned(): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const name = der(0x30, der(0x31, der(0x30, COMMON_NAME, der(0x0c, Buffer.from('127.0.0.1')))));
  const validity = der(0x30, time('200101000000Z'), time('491231235959Z'));
  const subjectKey = publicKey.export({ type: 'spki', format: 'der' });
  const content = der(0x30, der(0x02, Buffer.from([1])), ED25519, name, validity, name, subjectKey);
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign(null, content, privateKey)]));
  const base64 = der(0x30, content, ED25519, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function time(text: string): Buffer {
  return der(0x17, Buffer.from(text));
}

/** Returns a DER value: tag, length, contents. */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
