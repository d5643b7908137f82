import { Client } from 'pg';

/**
 * The SQL statements that `work` sends to the database of this name, in order. What admission costs
 * is left out: the key, the limits, the note of a key's use; and so is what is sent now and then for all
 * requests together: notifications.
 */
export async function statementsOf(database: string, work: () => Promise<unknown>): Promise<string[]> {
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
  return statements.filter((text) => !ADMISSION.test(text) && !text.startsWith('NOTIFY '));
}

const ADMISSION = /FROM api_keys key JOIN accounts|"rate_limits"|UPDATE api_keys SET last_used_at/;

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : (query as { text: string }).text;
}
