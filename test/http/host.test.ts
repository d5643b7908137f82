import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { useService } from '../support/service.ts';

const service = useService();

it('answers a request without Host like any other', async () => {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.write('GET /api/v1/products HTTP/1.1\r\nConnection: close\r\n\r\n');
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer).toMatch(/\r\nX-RateLimit-Limit: \d+\r\n/);
  expect(answer).toContain('"code":"unauthorized"');
});
