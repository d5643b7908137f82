import type { Database } from '../src/database/connect.ts';
import { readBalance, readTotals } from '../src/schema/trace/read-balance.ts';
import { readTrace } from '../src/schema/trace/read-nodes.ts';
import { traceOf } from '../src/schema/trace/trace.ts';
import { contextOf } from './context.ts';
import { TRACED_DATE, TRACED_LOT } from './large-data.ts';

/** Questions where one lot went. */
export const TRACES: Record<string, string>[] = [
  { productId: '3', lot: TRACED_LOT },
  { lot: TRACED_LOT },
  { productId: '3', bestBeforeFrom: TRACED_DATE, bestBeforeTo: TRACED_DATE },
  { productId: '3', lot: TRACED_LOT, shippedFrom: '2016-01-01' },
];

/** Does the work of `lotTrace` with its totals and balance, without HTTP. */
export async function trace(database: Database, question: object): Promise<void> {
  const context = contextOf(database, 1n);
  const asked = traceOf(context, { ...question, first: 50 });
  const { edges } = await readTrace(context, asked);
  await readTotals(context, asked);
  await readBalance(context, asked);
  if (edges.length === 0) throw new Error(`not found: ${JSON.stringify(question)}`);
}
