import { Client } from 'pg';

/**
 * Loaded into a service by `--import`: kills it at the last of the statements in KILL_AT, a JSON array of
 * parts that are sent one after the other. With KILL_AFTER, it is killed after the response.
 */
const { KILL_AT, KILL_AFTER } = process.env;
const awaited: string[] = JSON.parse(KILL_AT ?? '[""]');

type Query = (...args: unknown[]) => unknown;
const { query } = Client.prototype as { query: Query };

Client.prototype.query = function (this: Client, ...args: unknown[]) {
  const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text?: string })?.text;
  if (awaited[0] === undefined || !text?.includes(awaited[0])) return query.apply(this, args);
  awaited.shift();
  if (awaited.length > 0) return query.apply(this, args);
  if (!KILL_AFTER) return kill();
  const last = args.at(-1);
  if (typeof last === 'function') return query.apply(this, [...args.slice(0, -1), kill]);
  return (query.apply(this, args) as Promise<unknown>).then(kill);
} as never;

function kill(): void {
  process.kill(process.pid, 'SIGKILL');
}
