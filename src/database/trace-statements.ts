import type { Pool } from 'pg';
import { isTraced, isTracing, traced } from '../tracing.ts';

/** The maximum length of a statement in its span. Parameter values are never included. */
const MAX_STATEMENT_TEXT = 1_000;

type QueryFunction = (...args: unknown[]) => Promise<unknown>;

/** Creates a span for every statement within a trace. While tracing is off, the pool stays unchanged. */
export function traceStatements(pool: Pool): void {
  if (!isTracing()) return;
  pool.query = tracingQuery(pool.query.bind(pool)) as Pool['query'];
  pool.on('connect', (client) => {
    client.query = tracingQuery(client.query.bind(client)) as typeof client.query;
  });
}

function tracingQuery(query: QueryFunction): QueryFunction {
  return (...args) => {
    const text = statementText(args[0]);
    // With a callback, the call comes from the pool, whose own statement is traced.
    if (text === undefined || typeof args.at(-1) === 'function' || !isTraced()) return query(...args);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, MAX_STATEMENT_TEXT) };
    return traced(statementName(text), { kind: 'CLIENT', attributes }, () => query(...args));
  };
}

function statementText(query: unknown): string | undefined {
  const text = typeof query === 'string' ? query : (query as { text?: unknown } | undefined)?.text;
  return typeof text === 'string' ? text.trim() : undefined;
}

function statementName(text: string): string {
  return /^[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'statement';
}
