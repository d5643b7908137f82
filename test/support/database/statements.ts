import { Client } from 'pg';

/**
 * The SQL statements that `work` sends to the database of this name, in order. What admission costs, the key
 * and the limits, is left out unless asked for; what a process sends by the clock, for many requests at once,
 * always.
 */
export async function statementsOf(
  database: string,
  work: () => Promise<unknown>,
  extent: 'beyond admission' | 'with admission' = 'beyond admission',
): Promise<string[]> {
  const statements: string[] = [];
  const { query } = Client.prototype;
  Client.prototype.query = function (this: Client, ...args: unknown[]) {
    if (this.database === database) statements.push(textOf(args[0]));
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await work();
  } finally {
    Client.prototype.query = query;
  }
  const ofRequests = statements.filter((text) => !BY_THE_CLOCK.test(text));
  return extent === 'with admission' ? ofRequests : ofRequests.filter((text) => !ADMISSION.test(text));
}

/**
 * Notifications for other processes, request counts and the request log, the last use of a key or session,
 * which is written once a minute, and the check of a new connection.
 */
const BY_THE_CLOCK =
  /^NOTIFY |^SHOW |INSERT INTO request(?:s|_counts|_failures) |UPDATE (?:api_keys|api_key_earlier_secrets|sessions) SET (?:previous_secret_)?last_used_at/;
const ADMISSION = /JOIN api_keys key ON|\brate_limits\b/;

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : (query as { text: string }).text;
}
