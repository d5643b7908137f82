import { Client } from 'pg';

// Together they stay below the two seconds within which an outage must be told.
const PATIENCE_MS = 500;
const PROBE_TIMEOUT_MS = 1_200;
const TICK_MS = 100;
/** When the socket of a probe that was given up is closed for good. */
const CLOSE_TIMEOUT_MS = 10_000;

/** Thrown in place of an answer that the database is in no state to give. */
class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError';
  readonly code = 'ECONNREFUSED';
}

/** Waits for `work`, but no longer than the database answers. */
export type Watch = <T>(work: Promise<T>) => Promise<T>;

/**
 * Work that takes long has the database asked whether it is still there, over a
 * connection of its own and once for all who wait: a server that hangs cannot make requests hang.
 */
export function createWatch(url: string): Watch {
  let probing: Promise<boolean> | undefined;
  const isThere = () => (probing ??= probe(url).finally(() => (probing = undefined)));

  return (work) =>
    new Promise((resolve, reject) => {
      let isSettled = false;
      let timer = setTimeout(check, PATIENCE_MS);
      async function check() {
        const isUp = await isThere();
        // Else whatever ended while the database was asked would have it asked for ever.
        if (isSettled) return;
        if (!isUp) return reject(new DatabaseAwayError('the database does not answer'));
        timer = setTimeout(check, PATIENCE_MS);
      }
      const settled =
        <V>(settle: (value: V) => void) =>
        (value: V) => {
          isSettled = true;
          clearTimeout(timer);
          settle(value);
        };
      work.then(settled(resolve), settled(reject));
    });
}

/** Asks the database over a new connection. Gives up on silence, but never because this process stood still. */
async function probe(url: string): Promise<boolean> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CLOSE_TIMEOUT_MS,
    application_name: 'provender probe',
  });
  client.on('error', () => {});
  const patience = silence(PROBE_TIMEOUT_MS);
  try {
    const answer = client.connect().then(() => client.query('SELECT 1'));
    return await Promise.race([answer.then(() => true), patience.over]);
  } catch {
    return false;
  } finally {
    patience.stop();
    client.end().catch(() => {});
  }
}

/**
 * Resolves to false after so many milliseconds in which the event loop turned. A loop that stood still
 * for seconds runs its timers before it reads from sockets, so a single timer would expire beside an
 * answer that has long arrived; of an interval it then runs one tick, and reads before the next.
 */
function silence(ms: number): { over: Promise<false>; stop(): void } {
  const { promise, resolve } = Promise.withResolvers<false>();
  let left = Math.ceil(ms / TICK_MS);
  const ticking = setInterval(() => {
    left -= 1;
    if (left === 0) resolve(false);
  }, TICK_MS);
  return { over: promise, stop: () => clearInterval(ticking) };
}
