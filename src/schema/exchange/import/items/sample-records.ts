import { snakeOf } from '../../../core/noun/names.ts';
import type { ImportKind } from '../../../core/caller/import-kinds.ts';
import { BRANCH } from '../columns/import-fields.ts';
import type { ImportItem } from './import-item.ts';

/** The number of records in a preview. */
export const MAX_SAMPLE = 5;
/** The maximum number of rows of each record in a preview. */
const MAX_LINES = 10;

/** Returns the first records as they would be written, with the names of fields in REST. */
export function sampleRecords(kind: ImportKind, items: readonly ImportItem[]): object[] {
  return items.slice(0, MAX_SAMPLE).map(({ number, values, lines }) => {
    const { branches: _branches, ...own } = values;
    const record = { ...(number !== undefined && { number }), ...named(own) };
    const shown = lines.slice(0, MAX_LINES).map((row) => row.values);
    if (kind === 'standing-orders')
      return { ...record, lines: shown.map((line) => named(pick(line, STANDING_LINE))) };
    if (kind === 'deliveries') return { ...record, products: shown.map((line) => named(pick(line, LINE))) };
    if (kind === 'supermarkets' && lines.length > 0)
      return { ...record, branches: shown.map((line) => named(branchOf(line))) };
    return record;
  });
}

const LINE = new Set(['product', 'productId', 'quantity']);
const STANDING_LINE = new Set(['product', 'quantity', 'weekdays']);

function pick(values: Record<string, unknown>, names: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}

function branchOf(values: Record<string, unknown>): Record<string, unknown> {
  const own = Object.entries(values).filter(([name]) => name.startsWith(BRANCH));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(BRANCH.length), value]));
}

function named(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [snakeOf(name), value]));
}
