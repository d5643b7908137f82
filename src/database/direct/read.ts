import { LRUCache } from 'lru-cache';
import { type Table, tables } from '../../generated/tables.ts';
import { type Compiled, compileSelection, orderSql, type Selection, selectionText } from './selection.ts';

const MAX_CACHED_READS = 500;

/** The relevant arguments of Prisma's reads. */
export interface ReadArgs extends Selection {
  where?: Record<string, unknown>;
  take?: number;
}

/** A read as one statement with one row for each record. */
export interface Read {
  text: string;
  values: unknown[];
  /** Makes of a row's values what Prisma would have returned. */
  record: Compiled['record'];
}

type Shape = Omit<Read, 'values'>;

/** Keyed by everything except the values; bounded, because clients choose their selections. */
const shapes = new LRUCache<string, Shape>({ max: MAX_CACHED_READS });

/** Compiles a read of records. Returns undefined when only Prisma can do it. */
export function compileRead(model: string, args: ReadArgs = {}): Read | undefined {
  const { where = {}, take, ...selection } = args;
  const conditions = conditionsOf(tables[model]!, where);
  if (!conditions) return undefined;
  const limit = take === undefined ? '' : ` LIMIT $${conditions.length + 1}`;
  const key = [model, selectionText(selection), ...conditions.map(({ sql }) => sql), limit].join(' ');
  let shape = shapes.get(key);
  if (!shape) {
    shape = shapeOf(model, selection, conditions, limit);
    if (!shape) return undefined;
    shapes.set(key, shape);
  }
  const values = conditions.map(({ value }) => value);
  return { ...shape, values: take === undefined ? values : [...values, take] };
}

interface Condition {
  /** The condition, with $n for the nth of all values. */
  sql: string;
  value: unknown;
}

/** Returns the conditions; undefined for a filter with more than equality. */
function conditionsOf({ columns }: Table, where: Record<string, unknown>): Condition[] | undefined {
  const found: Condition[] = [];
  const add = ([name, value]: [string, unknown]): boolean => {
    const column = columns[name]?.name;
    // A compound key, such as accountId_id.
    if (!column) return name.includes('_') && Object.entries(value as object).every(add);
    if (isScalar(value)) found.push({ sql: `t.${column} = $${found.length + 1}`, value });
    else if (isAnyOf(value)) found.push({ sql: `t.${column} = ANY($${found.length + 1})`, value: value.in });
    else return false;
    return true;
  };
  return Object.entries(where).every(add) ? found : undefined;
}

function isScalar(value: unknown): boolean {
  return ['bigint', 'boolean', 'number', 'string'].includes(typeof value);
}

function isAnyOf(value: unknown): value is { in: unknown[] } {
  const { in: any, ...others } = (value ?? {}) as { in?: unknown };
  return Array.isArray(any) && any.every(isScalar) && Object.keys(others).length === 0;
}

function shapeOf(
  model: string,
  selection: Selection,
  conditions: Condition[],
  limit: string,
): Shape | undefined {
  const table = tables[model]!;
  const compiled = compileSelection(model, selection, 't');
  const order = orderSql(table, selection.orderBy, 't');
  if (!compiled || order === undefined) return undefined;
  const { columns, record } = compiled;
  const where = conditions.length > 0 ? ` WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}` : '';
  return { text: `SELECT ${columns.join(', ')} FROM ${table.name} t${where}${order}${limit}`, record };
}
