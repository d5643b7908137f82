import { type AppError, fault } from '../../core/errors.ts';

/** Each hash takes 19 MiB, a core, and a thread of the pool that file access and DNS also need. */
const HASHES_AT_ONCE = 2;
const MAX_WAITING_HASHES = 50;
const RETRY_AFTER_S = 5;

const waiting: (() => void)[] = [];
let running = 0;

/**
 * Runs `hash` as soon as fewer than two hashes run in this process, in FIFO order.
 *
 * @throws AppError `service_unavailable` with `retryAfter` when too many hashes are queued, and what `hash`
 * throws
 */
export async function inHashingQueue<T>(hash: () => Promise<T>): Promise<T> {
  if (running === HASHES_AT_ONCE) {
    if (waiting.length === MAX_WAITING_HASHES) throw tooManyWait();
    // A finished hash hands its slot to the next in the queue.
    await new Promise<void>((resolve) => void waiting.push(resolve));
  } else running += 1;
  try {
    return await hash();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function tooManyWait(): AppError {
  const error = fault('too_many_sign_ins', 'Too many people are signing in. Try again in a few seconds');
  error.extensions.retryAfter = RETRY_AFTER_S;
  return error;
}
