import type { Pool } from 'pg';
import { isTraced, isTracing, traced } from '../tracing.ts';

/** The maximum length of a statement in its span. Parameter values are never included. */
const MAX_TEXT = 1_000;

type QueryFunction = (...args: unknown[]) => Promise<unknown>;

/** Creates a span for every statement within a trace. While tracing is off, the pool stays unchanged. */
export function traceStatements(pool: Pool): void {
  if (!isTracing()) return;
  pool.query = tracing(pool.query.bind(pool)) as Pool['query'];
  pool.on('connect', (client) => {
    client.query = tracing(client.query.bind(client)) as typeof client.query;
  });
}

function tracing(query: QueryFunction): QueryFunction {
  return (...args) => {
    const text = textOf(args[0]);
    // With a callback, the call comes from the pool, whose own statement is traced.
    if (text === undefined || typeof args.at(-1) === 'function' || !isTraced()) return query(...args);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, MAX_TEXT) };
    return traced(nameOf(text), { kind: 'CLIENT', attributes }, () => query(...args));
  };
}

function textOf(query: unknown): string | undefined {
  const text = typeof query === 'string' ? query : (query as { text?: unknown } | undefined)?.text;
  return typeof text === 'string' ? text.trim() : undefined;
}

function nameOf(text: string): string {
  return /^[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'statement';
}
