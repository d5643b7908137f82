import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { clientAddressOf } from '../limits/client-address.ts';
import type { Limiter } from '../limits/limiter.ts';
import { failure } from '../rest/envelope.ts';
import { fault } from '../schema/errors.ts';
import { JSON_TYPE } from './answer.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';

/** What is no HTTP at all never reaches Express; it gets an answer in the same shape. */
export function answerClientError(limiter: Limiter) {
  return async (reason: NodeJS.ErrnoException, socket: Duplex): Promise<void> => {
    if (!socket.writable || reason.code === 'ECONNRESET') return void socket.destroy();
    socket.on('error', () => socket.destroy());
    const { address } = clientAddressOf(undefined, (socket as Socket).remoteAddress);
    const usage = await limiter.peek(`address:${address}`, 'business').catch(() => null);
    const body = failure(fault('validation_error', problemOf(reason)));
    const headers = [
      'X-Request-Id',
      randomUUID(),
      ...(usage ? rateLimitHeaders(usage) : []),
      'Content-Type',
      JSON_TYPE,
      'Content-Length',
      String(Buffer.byteLength(body)),
      'Connection',
      'close',
    ];
    let head = 'HTTP/1.1 400 Bad Request\r\n';
    for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
    socket.end(`${head}\r\n${body}`);
  };
}

function problemOf({ code }: NodeJS.ErrnoException): string {
  if (code === 'HPE_HEADER_OVERFLOW') return 'the URL and the headers may have at most 16 KiB';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'the request took too long to arrive';
  return 'the request is not valid HTTP';
}
