import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

const DRIP_MS = 50;
/** A gigabyte of zeros, compressed. */
const BOMB = Buffer.concat(Array.from({ length: 64 }).fill(gzipSync(Buffer.alloc(2 ** 24))) as Buffer[]);
const CHUNK = Buffer.alloc(65_536, 'x');
const BAD = ['endless', 'dripping', 'bomb', 'headers'];
let answers = 0;

/** How the endpoints respond, by path. */
const ENDPOINTS: Record<string, (response: ServerResponse) => unknown> = {
  ok: (response) => response.writeHead(204).end(),
  'ok-or-500': (response) => response.writeHead(answers++ % 2 === 0 ? 204 : 500).end(),
  'after-300-ms': (response) => sleep(300).then(() => response.writeHead(204).end()),
  'after-9-s': (response) => sleep(9_000).then(() => response.writeHead(204).end()),
  never: () => {},
  'each-kind': (response) => ENDPOINTS[BAD[answers++ % BAD.length]!]!(response),
  dripping(response) {
    response.writeHead(200);
    const drip = setInterval(() => response.write('.'), DRIP_MS);
    response.once('close', () => clearInterval(drip));
  },
  endless(response) {
    response.writeHead(200);
    const pour = () => {
      while (!response.destroyed && response.write(CHUNK));
    };
    response.on('drain', pour);
    pour();
  },
  bomb(response) {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' }).end(BOMB);
  },
  headers(response) {
    response.socket!.write('HTTP/1.1 200 OK\r\n');
    const pour = setInterval(() => response.socket?.write(`x-more: ${'y'.repeat(8_000)}\r\n`), 1);
    response.once('close', () => clearInterval(pour));
  },
};

// A process of its own, so that the callbacks it gets do not slow the clocks of the script.
const server = createServer((request, response) => void ENDPOINTS[request.url!.slice(1)]!(response));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`The server of endpoints is ready on http://127.0.0.1:${port}\n`);
});
