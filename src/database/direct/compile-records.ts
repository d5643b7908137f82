import { LRUCache } from 'lru-cache';
import { Prisma } from '../../generated/prisma/client.ts';
import { tables } from '../../generated/tables.ts';
import { type Compiled, compileSelection, type Selection, textOf } from './selection.ts';

const MAX_KNOWN = 500;

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
