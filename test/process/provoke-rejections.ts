import { Client } from 'pg';

/**
 * Loaded into a service by `--import`: statements that mention one of these words leave a rejection behind
 * that nothing handles, as a fault in the code around them would.
 */
const NOW = 'reject-now';
const LATE = 'reject-late';
const DISPATCH = 'INSERT INTO webhook_messages';

const { query } = Client.prototype as { query: (...args: unknown[]) => unknown };
let isDispatchDue = true;

Client.prototype.query = function (this: Client, ...args: unknown[]) {
  const text = JSON.stringify(args[0], (_key, value) => (typeof value === 'bigint' ? String(value) : value));
  if (text?.includes(NOW)) void reject(NOW);
  if (text?.includes(LATE)) setTimeout(() => void reject(LATE), 500);
  if (text?.includes(DISPATCH) && isDispatchDue) {
    isDispatchDue = false;
    void reject('reject-in-worker');
  }
  return query.apply(this, args);
} as never;

/** Rejects at once, so that the rejection always precedes the response. */
async function reject(word: string): Promise<never> {
  throw new Error(`provoked by ${word}`);
}
