import type { Context } from '../context.ts';
import type { Outcome, Result } from '../upsert/rows.ts';
import { type ImportItem, placeOf, problemOf } from './import-item.ts';
import { IMPORTERS } from './importers.ts';
import { itemsOf } from './item-batches.ts';
import { refusalAt } from './import-rows.ts';
import type { ReadImport } from './read-import.ts';
import { firstRefusals, MAX_DESCRIBED, type Refusal } from './refusals.ts';

/** What became of a file, or would become of it. */
export interface ImportOutcome {
  created: number;
  updated: number;
  unchanged: number;
  /** Deliveries alone: those that differ from the file, and stay as they are. */
  differs?: number;
  refused: number;
  rows: number;
  refusals: Refusal[];
}

/** No import revises. */
type Counts = Record<Exclude<Outcome, 'revised'>, number>;
type Counted = ImportOutcome & Counts;

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
  { kind, names, rows, refused, refusals, batches }: ReadImport,
  { isCheck, afterBatch, inTime = (work) => work }: RunOptions,
): Promise<ImportOutcome> {
  const importer = IMPORTERS[kind];
  const differs = kind === 'deliveries' && { differs: 0 };
  const outcome = {
    created: 0,
    updated: 0,
    unchanged: 0,
    ...differs,
    refused,
    rows,
    refusals: [...refusals],
  } as Counted;
  if (refused > 0 && !isCheck) return outcome;
  const checked = isCheck ? importer.check() : undefined;
  let done = 0;
  for (const batch of batches) {
    const items = itemsOf(batch.toString());
    const results = await inTime(importer.write(context, items, checked));
    for (const { index, outcome: what, error } of results) {
      outcome[what as keyof Counts] += 1;
      if (error && outcome.refusals.length < 2 * MAX_DESCRIBED)
        outcome.refusals.push(refusalOf(items[index]!, error));
    }
    done += items.length;
    if (outcome.refused > 0 && !isCheck) break;
    await afterBatch?.(done);
  }
  return { ...outcome, refusals: firstRefusals([outcome.refusals]) };

  function refusalOf(item: ImportItem, error: NonNullable<Result['error']>): Refusal {
    const { row, name } = placeOf(item, error, importer.nameOf);
    return refusalAt(names, row, name, problemOf(error));
  }
}
