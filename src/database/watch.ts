import { serversOf } from './servers.ts';

// Requests get a 503 within two seconds of an outage; checking the server takes most of the rest.
const PATIENCE_MS = 500;

/** Thrown when the database is unavailable. */
class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError';
  readonly code = 'ECONNREFUSED';
}

/** Waits for `work`, but only while the database responds. */
export type Watch = <T>(work: Promise<T>) => Promise<T>;

/**
 * Creates a watch. When work takes long, it checks over a separate connection, once for all waiting work, whether the
 * database still responds. A hanging server therefore cannot make requests hang.
 */
export function createWatch(url: string): Watch {
  return (work) =>
    new Promise((resolve, reject) => {
      let isSettled = false;
      let timer = setTimeout(check, PATIENCE_MS);
      async function check() {
        const isUp = await serversOf(url).look();
        // Otherwise work that ended during a check would keep the checks running forever.
        if (isSettled) return;
        if (!isUp) return reject(new DatabaseAwayError('the database does not respond'));
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
