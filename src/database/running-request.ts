import { AsyncLocalStorage } from 'node:async_hooks';

/** A request in progress. */
export interface RunningRequest {
  id: string;
  /** Returns the name of its operation. */
  operation(): string;
  /**
   * Ends the request with an internal error; undefined once it is over, because contexts live as long as
   * anything started in them.
   */
  fail: (() => void) | undefined;
}

/**
 * The request of the running code, which is ambient: rejections and results of statements come from
 * libraries.
 */
const requestStorage = new AsyncLocalStorage<RunningRequest>();

let latest: { request: RunningRequest; at: number } | undefined;

/** Runs `work`, and whatever it starts, on behalf of a request. */
export function runAs(request: RunningRequest, work: () => void): void {
  requestStorage.run(request, () => {
    noteRunning();
    work();
  });
}

/** Returns the request that the running code belongs to. */
export function runningRequest(): RunningRequest | undefined {
  return requestStorage.getStore();
}

/**
 * Notes that code of a request runs now: called where long work could follow, after a body or rows have
 * arrived.
 */
export function noteRunning(): void {
  const request = requestStorage.getStore();
  if (request) latest = { request, at: performance.now() };
}

/**
 * Returns the request that was noted last, if that was since a time of `performance.now()` or it still runs.
 */
export function latestSince(time: number): RunningRequest | undefined {
  return latest && (latest.at >= time || latest.request.fail) ? latest.request : undefined;
}
