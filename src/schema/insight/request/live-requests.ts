import { fault } from '../../core/errors.ts';
import { MAX_REQUEST_STREAMS } from '../limits.ts';
import { createRequestStream, type RequestStream, type RequestStreamOptions } from './request-stream.ts';

/** The streams of logged requests in this process. */
export interface LiveRequests {
  /**
   * Opens a stream.
   *
   * @throws AppError `rate_limited` when the account has five, `service_unavailable` when the service stops
   */
  open<Row extends { id: bigint }>(accountId: bigint, options: RequestStreamOptions<Row>): RequestStream<Row>;
  /** Ends every stream with an error that asks readers to reconnect. */
  close(): Promise<void>;
}

declare module '../../core/context.ts' {
  interface Live {
    requests: LiveRequests;
  }
}

export function createLiveRequests(): LiveRequests {
  const open = new Map<RequestStream<unknown>, bigint>();
  let isClosed = false;
  return {
    open(accountId, options) {
      if (isClosed) throw requestsClosing();
      const own = open.values().filter((id) => id === accountId);
      if ([...own].length >= MAX_REQUEST_STREAMS) {
        throw fault(
          'too_many_streams',
          `An account can have ${MAX_REQUEST_STREAMS} streams of requests at a time`,
          null,
          { max: MAX_REQUEST_STREAMS },
        );
      }
      const stream = createRequestStream(options);
      open.set(stream, accountId);
      void stream.ended.then(() => open.delete(stream));
      return stream;
    },
    async close() {
      isClosed = true;
      for (const stream of open.keys()) stream.end(requestsClosing());
    },
  };
}

function requestsClosing() {
  return fault('stopping', 'The service is stopping. Connect again');
}
