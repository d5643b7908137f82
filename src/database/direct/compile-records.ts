import { LRUCache } from 'lru-cache';
import { Prisma } from '../../generated/prisma/client.ts';
import { tables } from '../../generated/tables.ts';
import { createPause } from '../../pause.ts';
import { MAX_VALUE_CHARACTERS, TooLarge } from '../too-large.ts';
import { type Compiled, compileSelection, type Selection, textOf } from './selection.ts';

const MAX_KNOWN = 500;
/** Longer lists are parsed record by record, with pauses in which others get their turn. */
const MAX_AT_ONCE_CHARACTERS = 64 * 1_024;
/** Stands between records, and never within one: JSON escapes it. */
const SEPARATOR = '\u001e';

/** What a statement of one's own needs to answer records as Prisma does. */
export interface Records {
  /** One record as JSON, of a row that is called `t`. */
  json: Prisma.Sql;
  /** Makes of the parsed JSON what Prisma would have answered. */
  revive: Compiled['revive'];
}

/** Bounded, because clients may select at will. */
const known = new LRUCache<string, Records>({ max: MAX_KNOWN });

/** Compiles what is asked for of each record of `model`. @throws Error when only Prisma knows how to read it */
export function compileRecords(model: string, selection: Selection): Records {
  const key = `${model} ${textOf(selection)}`;
  let records = known.get(key);
  if (!records) known.set(key, (records = compile(model, selection)));
  return records;
}

function compile(model: string, selection: Selection): Records {
  const compiled = compileSelection(model, selection, 't');
  if (!compiled) throw new Error(`more is asked of ${model} than columns, relations and order`);
  const { json, revive } = compiled;
  return { json: Prisma.raw(json), revive };
}

/** Where records of `model` are stored. */
export function tableOf(model: string): Prisma.Sql {
  return Prisma.raw(tables[model]!.name);
}

/** Many JSON values as one text, for `parseListed`; NULL when there are none. `order` begins with ORDER BY. */
export function listed(json: Prisma.Sql, order: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`string_agg((${json})::text, E'\\x1e' ${order})`;
}

/**
 * Parses what `listed` wrote and makes each value an item. A long list is made in slices of time.
 * @throws TooLarge before it takes the memory
 */
export async function parseListed<Item>(
  text: string | null,
  // What is parsed from JSON has no type until it is made something of.
  // oxlint-disable-next-line typescript/no-explicit-any
  make: (value: any) => Item,
): Promise<Item[]> {
  if (text === null) return [];
  if (text.length > MAX_VALUE_CHARACTERS) throw new TooLarge();
  if (text.length <= MAX_AT_ONCE_CHARACTERS) {
    return (JSON.parse(`[${text.replaceAll(SEPARATOR, ',')}]`) as unknown[]).map(make);
  }
  const pause = createPause('parse');
  const items: Item[] = [];
  for (const part of text.split(SEPARATOR)) {
    items.push(make(JSON.parse(part)));
    const turn = pause();
    if (turn) await turn;
  }
  return items;
}
