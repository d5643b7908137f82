import { LRUCache } from 'lru-cache';
import { Prisma } from '../../generated/prisma/client.ts';
import { tables } from '../../generated/tables.ts';
import { type Compiled, compileSelection, type Selection, type Sources, selectionText } from './selection.ts';

const MAX_CACHED_RECORDS = 500;

/** The parts of a statement that returns records like Prisma. */
export interface CompiledRecords {
  /** SQL for the columns of a record, from a row aliased `t`. */
  columns: Prisma.Sql;
  /** Makes the record of the values of the columns, which begin at index `from`. */
  record: Compiled['record'];
}

/** Bounded, because clients choose their selections. */
const cache = new LRUCache<string, CompiledRecords>({ max: MAX_CACHED_RECORDS });

/**
 * Compiles the selection of a record of `model`.
 *
 * @throws Error when only Prisma can read it
 */
export function compileRecords(model: string, selection: Selection, sources: Sources = {}): CompiledRecords {
  const key = `${model} ${Object.entries(sources).join(' ')} ${selectionText(selection)}`;
  let records = cache.get(key);
  if (!records) cache.set(key, (records = compile(model, selection, sources)));
  return records;
}

function compile(model: string, selection: Selection, sources: Sources): CompiledRecords {
  const compiled = compileSelection(model, selection, 't', sources);
  if (!compiled) throw new Error(`one statement cannot read this selection of ${model}`);
  return { columns: Prisma.raw(compiled.columns.join(', ')), record: compiled.record };
}

/** Returns the table of `model`. */
export function tableOf(model: string): Prisma.Sql {
  return Prisma.raw(tables[model]!.name);
}
