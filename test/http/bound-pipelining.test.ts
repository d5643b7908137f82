import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { boundPipelining } from '../../src/http/server/bound-pipelining.ts';

const REQUEST = 'GET /pipelined HTTP/1.1\r\nHost: a\r\n\r\n';
const LAST = REQUEST.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');

/** Starts a server that responds to pipelined requests only when told, and to others at once. */
async function start() {
  const pending: ServerResponse[] = [];
  const { listener } = boundPipelining((request, response) => {
    if (request.url === '/pipelined') pending.push(response);
    else response.end('now');
  });
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  return { pending, socket, other: () => fetch(`http://127.0.0.1:${port}/`) };
}

it('has 2 requests of a connection in flight, and then starts one for each that ends', async () => {
  const { pending, socket, other } = await start();
  socket.write(REQUEST.repeat(19) + LAST);
  await expect.poll(() => pending.length).toBe(2);
  expect(await (await other()).text()).toBe('now');
  const answers = text(socket);
  for (let ended = 0; ended < 20; ended++) {
    await expect.poll(() => pending.length).toBe(Math.min(20, 2 + ended));
    pending[ended]!.end('in turn');
  }
  expect((await answers).match(/in turn/g)).toHaveLength(20);
});

it('closes a connection with too many waiting requests', async () => {
  const { pending, socket } = await start();
  socket.on('error', () => {}).resume();
  socket.write(REQUEST.repeat(300));
  await once(socket, 'close');
  expect(pending).toHaveLength(2);
});
