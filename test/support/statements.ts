import { Client } from 'pg';

/**
 * The SQL statements that `work` sends to the database of this name, in order. What admission costs
 * is left out unless asked for: the key, the limits, the note of a key's use. So is the notification of other
 * processes, of which there is one for all writes of some milliseconds.
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
  return extent === 'with admission' ? statements : statements.filter((text) => !BESIDE.test(text));
}

const BESIDE = /^NOTIFY |JOIN api_keys key ON|\brate_limits\b|UPDATE api_keys SET last_used_at/;

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : (query as { text: string }).text;
}
