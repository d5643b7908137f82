import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The maximum number of pipelined requests that a connection has in flight: a client that reads nothing makes
 * each keep its response in memory.
 */
const MAX_IN_FLIGHT = 2;
const MAX_PIPELINED = 256;

type WaitingRequest = [IncomingMessage, ServerResponse];

/** The requests of a connection in flight, and those waiting for them. */
interface ConnectionQueue {
  inFlight: Set<IncomingMessage>;
  waiting: WaitingRequest[];
}

export interface Turns {
  listener: RequestListener;
  /** Returns whether a request of this connection is still in flight. */
  isBusy(socket: Socket): boolean;
  /** Returns whether a request that has arrived completely is in flight. */
  isWorking(socket: Socket): boolean;
}

/**
 * Returns a listener that passes the requests of a connection to `listener` a few at a time. Further requests
 * wait until the client has read earlier responses, and the socket is paused meanwhile. Connections with too
 * many waiting requests are closed.
 */
export function boundPipelining(listener: RequestListener): Turns {
  const queues = new WeakMap<Socket, ConnectionQueue>();

  function start(queue: ConnectionQueue, [request, response]: WaitingRequest): void {
    queue.inFlight.add(request);
    response.once('close', () => {
      queue.inFlight.delete(request);
      const next = queue.waiting.shift();
      // Nobody reads the responses of a closed connection.
      if (!next || request.socket.destroyed) return;
      if (queue.waiting.length === 0) request.socket.resume();
      start(queue, next);
    });
    listener(request, response);
  }

  return {
    listener(request, response) {
      const { socket } = request;
      let queue = queues.get(socket);
      if (!queue) queues.set(socket, (queue = { inFlight: new Set(), waiting: [] }));
      if (queue.inFlight.size < MAX_IN_FLIGHT) return start(queue, [request, response]);
      if (queue.waiting.length === MAX_PIPELINED) return void socket.destroy();
      queue.waiting.push([request, response]);
      socket.pause();
    },
    isBusy: (socket) => (queues.get(socket)?.inFlight.size ?? 0) > 0,
    isWorking: (socket) =>
      queues
        .get(socket)
        ?.inFlight.values()
        .some(({ complete }) => complete) ?? false,
  };
}
