import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { request } from '../support/http/http.ts';
import { useService } from '../support/service/service.ts';
import { statementsOf } from '../support/database/statements.ts';

const service = useService({ own: 'counts statements' });
const REMAINING = /X-RateLimit-Remaining: (\d+)/i;

/** Sends raw bytes, and reads until the connection ends. */
function send(bytes: string): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  return text(socket);
}

it('preflights, invalid HTTP and requests without a host get responses with the headers, without the database', async () => {
  // This process learns the usage of the address here.
  const counted = await request(service.url, 'GET', '/products');
  const remaining = counted.headers.get('X-RateLimit-Remaining');
  const answers: string[] = [];
  const statements = await statementsOf(
    service.testDatabase.name,
    async () => {
      for (let i = 0; i < 5; i++) {
        answers.push(
          await send(
            'OPTIONS /api/v1/products HTTP/1.1\r\nHost: a\r\nOrigin: https://a.example\r\n' +
              'Access-Control-Request-Method: POST\r\nConnection: close\r\n\r\n',
          ),
          await send('GET / FTP/1.1\r\n\r\n'),
          await send('GET /api/v1/products HTTP/1.1\r\nConnection: close\r\n\r\n'),
        );
      }
    },
    'with admission',
  );
  expect(statements).toEqual([]);
  for (const answer of answers) expect(REMAINING.exec(answer)?.[1]).toBe(remaining);
});

it('pages of strangers count for their address, in memory, and a person is not refused', async () => {
  const statements = await statementsOf(
    service.testDatabase.name,
    async () => {
      for (let i = 0; i < 200; i++) {
        const { status } = await request(service.url, 'GET', '//docs', { headers: { Accept: 'text/html' } });
        expect(status).toBe(200);
      }
    },
    'with admission',
  );
  expect(statements).toEqual([]);
});
