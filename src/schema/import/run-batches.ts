import type { Context } from '../context.ts';
import type { Result } from '../upsert/rows.ts';
import { type ImportItem, placeOf, problemOf } from './import-item.ts';
import { IMPORTERS } from './importers.ts';
import { type Refusal, refusalAt } from './import-rows.ts';
import type { ReadImport } from './read-import.ts';

/** Records per batch: a batch takes a fraction of a second. */
const BATCH = 500;
/** A record can have several rows, such as the lines of a delivery. */
const ROWS_PER_BATCH = 2_000;
/** How many refusals are kept of a file. */
const MAX_REFUSALS = 1_000;

/** What became of a file, or would become of it. */
export interface ImportOutcome {
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  rows: number;
  refusals: Refusal[];
}

export interface RunOptions {
  /** Whether nothing is written. */
  isCheck: boolean;
  /** Called after each batch with the number of records so far; what it throws ends the run. */
  afterBatch?: (done: number) => Promise<void>;
  /** Runs a batch (default: at once). */
  inTime?: <T>(work: Promise<T>) => Promise<T>;
}

/**
 * Checks or writes the records of a file in batches. A run that writes ends with the first batch that has a refusal;
 * the transaction of the context is then to be rolled back.
 */
export async function runBatches(
  context: Context,
  { kind, names, rows, items }: ReadImport,
  { isCheck, afterBatch, inTime = (work) => work }: RunOptions,
): Promise<ImportOutcome> {
  const importer = IMPORTERS[kind];
  const outcome: ImportOutcome = { created: 0, updated: 0, unchanged: 0, refused: 0, rows, refusals: [] };
  const checked = isCheck ? importer.check() : undefined;
  const usable = items.filter(({ refusals }) => refusals.length === 0);
  for (const { refusals } of items) {
    if (refusals.length === 0) continue;
    outcome.refused += 1;
    outcome.refusals.push(...refusals);
  }
  if (outcome.refused > 0 && !isCheck) return sorted(outcome);
  let done = 0;
  for (const batch of batchesOf(usable)) {
    const results = await inTime(importer.write(context, batch, checked));
    for (const { index, outcome: what, error } of results) {
      outcome[what] += 1;
      if (error) outcome.refusals.push(refusalOf(batch[index]!, error));
    }
    done += batch.length;
    if (outcome.refused > 0 && !isCheck) break;
    await afterBatch?.(done);
  }
  return sorted(outcome);

  function refusalOf(item: ImportItem, error: NonNullable<Result['error']>): Refusal {
    const { row, name } = placeOf(item, error, importer.nameOf);
    return refusalAt(names, row, name, problemOf(error));
  }
}

function sorted(outcome: ImportOutcome): ImportOutcome {
  const refusals = outcome.refusals.toSorted((one, other) => one.row - other.row).slice(0, MAX_REFUSALS);
  return { ...outcome, refusals };
}

function* batchesOf(items: readonly ImportItem[]): Generator<ImportItem[]> {
  let batch: ImportItem[] = [];
  let rows = 0;
  for (const item of items) {
    const isFull = batch.length === BATCH || rows + item.rows.length > ROWS_PER_BATCH;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
      rows = 0;
    }
    batch.push(item);
    rows += item.rows.length;
  }
  if (batch.length > 0) yield batch;
}
