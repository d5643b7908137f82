import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { useService } from '../support/service/service.ts';

const service = useService();

/** Sends these lines, and reads until the connection ends. */
function send(...lines: string[]): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return text(socket);
}

describe('a request', () => {
  it.each<[string, string[]]>([
    ['without Host', []],
    ['with two', ['Host: a', 'Host: b']],
    ['with two that are the same', ['Host: a', 'host: a']],
    ['with one that is none', ['Host: a/b']],
  ])('%s is refused in the envelope, with every header', async (_what, hosts) => {
    const answer = await send('GET /api/v1/products HTTP/1.1', ...hosts);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    for (const name of ['Limit', 'Remaining', 'Reset']) {
      expect(answer).toMatch(new RegExp(`\r\nX-RateLimit-${name}: \\d+\r\n`));
    }
    expect(answer).toMatch(/\r\nX-Request-Id: \S+\r\n/);
    const [, body = ''] = answer.split('\r\n\r\n');
    expect(JSON.parse(body)).toEqual({
      status: 'error',
      error: {
        code: 'validation_error',
        message: expect.any(String),
        field: 'Host',
        problem: 'invalid_host',
        values: null,
      },
    });
  });

  it.each<[string, string[]]>([
    ['of HTTP/1.0 without Host', ['GET /api/v1/products HTTP/1.0']],
    [
      'with a name and a port',
      ['GET /api/v1/products HTTP/1.1', 'Host: a_b.example:80', 'Connection: close'],
    ],
    ['with an address', ['GET /api/v1/products HTTP/1.1', 'Host: [::1]:80', 'Connection: close']],
    ['with an empty one', ['GET /api/v1/products HTTP/1.1', 'Host:', 'Connection: close']],
  ])('%s is accepted', async (_what, lines) => {
    const answer = await send(...lines);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toContain('"code":"unauthorized"');
  });
});
