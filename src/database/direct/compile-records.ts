import { LRUCache } from 'lru-cache';
import { Prisma } from '../../generated/prisma/client.ts';
import { tables } from '../../generated/tables.ts';
import { createPause } from '../../pause.ts';
import { MAX_VALUE_CHARACTERS, TooLarge } from '../too-large.ts';
import { type Compiled, compileSelection, type Selection, type Sources, textOf } from './selection.ts';

const MAX_KNOWN = 500;
/** Longer lists are parsed record by record, with pauses for other requests. */
const MAX_AT_ONCE_CHARACTERS = 64 * 1_024;
/** Separates records; it cannot occur inside one, because JSON escapes it. */
const SEPARATOR = '\u001e';

/** The parts of a statement that returns records like Prisma. */
export interface Records {
  /** SQL for one record as JSON, from a row aliased `t`. */
  json: Prisma.Sql;
  /** Converts the parsed JSON to what Prisma would have returned. */
  revive: Compiled['revive'];
}

/** Bounded, because clients choose their selections. */
const known = new LRUCache<string, Records>({ max: MAX_KNOWN });

/**
 * Compiles the selection of a record of `model`.
 *
 * @throws Error when only Prisma can read it
 */
export function compileRecords(model: string, selection: Selection, sources: Sources = {}): Records {
  const key = `${model} ${Object.entries(sources).join(' ')} ${textOf(selection)}`;
  let records = known.get(key);
  if (!records) known.set(key, (records = compile(model, selection, sources)));
  return records;
}

function compile(model: string, selection: Selection, sources: Sources): Records {
  const compiled = compileSelection(model, selection, 't', sources);
  if (!compiled) throw new Error(`one statement cannot read this selection of ${model}`);
  const { json, revive } = compiled;
  return { json: Prisma.raw(json), revive };
}

/** Returns the table of `model`. */
export function tableOf(model: string): Prisma.Sql {
  return Prisma.raw(tables[model]!.name);
}

/**
 * Returns SQL that aggregates JSON values into one text, for `parseListed`; NULL without values. `order` begins with
 * ORDER BY.
 */
export function listed(json: Prisma.Sql, order: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`string_agg((${json})::text, E'\\x1e' ${order})`;
}

/**
 * Parses the output of `listed` and makes an item of each value. Long lists are parsed in time slices.
 *
 * @throws TooLarge before it uses the memory
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
