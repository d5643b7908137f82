import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What a client may send ahead on one connection. */
const MAX_IN_FLIGHT = 8;
const MAX_WAITING = 256;

type Exchange = [IncomingMessage, ServerResponse];

/** A connection's requests that are being answered, and those that wait for one of them to be done. */
interface Line {
  inFlight: number;
  waiting: Exchange[];
}

export interface Turns {
  listener: RequestListener;
  /** Whether a request of this connection is not answered yet. */
  isBusy(socket: Socket): boolean;
}

/**
 * Hands the requests of a connection to `listener` a few at a time: what was sent ahead waits until
 * the client has taken earlier answers, and meanwhile nothing more is read. A connection on which too
 * many had arrived by then is cut off.
 */
export function boundPipelining(listener: RequestListener): Turns {
  const lines = new WeakMap<Socket, Line>();

  function start(line: Line, [request, response]: Exchange): void {
    line.inFlight++;
    response.once('close', () => {
      line.inFlight--;
      const next = line.waiting.shift();
      if (!next) return;
      if (line.waiting.length === 0) request.socket.resume();
      start(line, next);
    });
    listener(request, response);
  }

  return {
    listener(request, response) {
      const { socket } = request;
      let line = lines.get(socket);
      if (!line) lines.set(socket, (line = { inFlight: 0, waiting: [] }));
      if (line.inFlight < MAX_IN_FLIGHT) return start(line, [request, response]);
      if (line.waiting.length === MAX_WAITING) return void socket.destroy();
      line.waiting.push([request, response]);
      socket.pause();
    },
    isBusy: (socket) => (lines.get(socket)?.inFlight ?? 0) > 0,
  };
}
