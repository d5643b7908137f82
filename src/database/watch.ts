import { serversOf } from './servers.ts';

// Requests get a 503 within two seconds of an outage; looking for a server takes most of the rest.
const PATIENCE_MS = 500;

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
  return (work) =>
    new Promise((resolve, reject) => {
      let isSettled = false;
      let timer = setTimeout(check, PATIENCE_MS);
      async function check() {
        const isUp = await serversOf(url).look();
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
