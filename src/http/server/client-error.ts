import { randomUUID } from 'node:crypto';
import { maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { clientAddressOf } from '../../limits/client-address.ts';
import { type AppError, fault } from '../../schema/core/errors.ts';
import { STATUS } from '../response/error-status.ts';
import { JSON_TYPE } from '../response/exchange.ts';
import { failure } from '../response/error-handler.ts';
import { type RecallingLimiter, uncountedHeaders } from '../admission/admission.ts';

/** How long a client has to read the error before its connection is closed. */
const FAREWELL_MS = 2_000;

/**
 * Returns a handler for requests that are not valid HTTP and never reach Express. Its responses have the
 * usual body and headers. It sends no query to the store of the rate limits.
 */
export function clientErrorHandler(limiter: RecallingLimiter) {
  return (reason: NodeJS.ErrnoException, socket: Duplex): void => {
    if (!socket.writable || reason.code === 'ECONNRESET') return void socket.destroy();
    socket.on('error', () => socket.destroy());
    const { address } = clientAddressOf(undefined, (socket as Socket).remoteAddress);
    const error = errorOf(reason);
    const status = STATUS[error.code];
    const body = failure(error);
    const headers = {
      'X-Request-Id': randomUUID(),
      ...uncountedHeaders(limiter, address),
      'Content-Type': JSON_TYPE,
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
    setTimeout(() => socket.destroy(), FAREWELL_MS).unref();
  };
}

function errorOf({ code }: NodeJS.ErrnoException): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const max = maxHeaderSize;
    return fault('headers_too_large', 'The URL and the headers must be at most 16 KiB', null, { max });
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return fault('request_too_slow', 'The request took too long to arrive');
  if (code === 'HPE_INVALID_URL') {
    const message = 'The URL has invalid characters. Percent-encode its path and query as UTF-8';
    return fault('invalid_path', message);
  }
  return fault('invalid_http', 'The request is not valid HTTP');
}
