import { LRUCache } from 'lru-cache';
import { tables } from '../../generated/tables.ts';
import {
  aggregated,
  type Compiled,
  compileSelection,
  orderSql,
  type Selection,
  textOf,
} from './selection.ts';
import type { Table } from './table.ts';

const MAX_KNOWN = 500;

/** What Prisma's reads are given, as far as it is of interest. */
export interface ReadArgs extends Selection {
  where?: Record<string, unknown>;
}

/** A read as one statement with one row and one value, `found`, which is JSON; no row where there is no record. */
export interface Read {
  text: string;
  values: unknown[];
  /** Makes of the parsed `found` what Prisma would have answered. */
  revive: Compiled['revive'];
}

type Shape = Omit<Read, 'values'>;

/** By what tells two reads apart but for their values; bounded, because clients may select at will. */
const known = new LRUCache<string, Shape>({ max: MAX_KNOWN });

/**
 * Compiles a read of one record or of many.
 * @returns undefined for one that only Prisma knows how to do
 */
export function compileRead(model: string, isMany: boolean, args: ReadArgs = {}): Read | undefined {
  const { where = {}, ...selection } = args;
  const conditions = conditionsOf(tables[model]!, where);
  if (!conditions) return undefined;
  const key = [model, isMany, textOf(selection), ...conditions.map(({ sql }) => sql)].join(' ');
  let shape = known.get(key);
  if (!shape) {
    shape = shapeOf(model, isMany, selection, conditions);
    if (!shape) return undefined;
    known.set(key, shape);
  }
  return { ...shape, values: conditions.map(({ value }) => value) };
}

interface Condition {
  /** With $n for the nth of all values. */
  sql: string;
  value: unknown;
}

/** @returns undefined for a filter that is more than equality */
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
  isMany: boolean,
  selection: Selection,
  conditions: Condition[],
): Shape | undefined {
  const table = tables[model]!;
  const compiled = compileSelection(model, selection, 't');
  const order = orderSql(table, selection.orderBy, 't');
  if (!compiled || order === undefined) return undefined;
  const { json, revive } = compiled;
  const found = isMany ? aggregated(json, order) : json;
  const where = conditions.length > 0 ? ` WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}` : '';
  const text = `SELECT (${found})::text AS found FROM ${table.name} t${where}`;
  return { text, revive: isMany ? (records: unknown[]) => records.map(revive) : revive };
}
