import type { Context } from '../../../core/context.ts';
import type { RowError, RowOutcome } from '../../../core/upsert/rows.ts';
import type { ImportProblem } from '../columns/read-options.ts';
import { createCheck, type ImportChange, foundChanges } from '../columns/import-check.ts';
import { type ImportItem, placeOf, violationOf } from '../items/import-item.ts';
import { IMPORTERS } from '../records/importers.ts';
import { refusalAt } from '../columns/import-rows.ts';
import { isOfColumns } from '../columns/missing-columns.ts';
import { itemsOf } from '../items/item-batches.ts';
import type { ReadImport } from './read-import.ts';
import { firstRefusals, MAX_DESCRIBED, type RowRefusal } from '../columns/refusals.ts';

/** The number of records by outcome. */
export interface ImportCounts {
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  /** The numbers of existing deliveries that differ and stay, and that are revised. */
  differs?: number;
  revised?: number;
  rows: number;
}

type OutcomeCounts = Record<RowOutcome, number>;

const NONE: OutcomeCounts = { created: 0, updated: 0, unchanged: 0, refused: 0, differs: 0, revised: 0 };

/** The result of importing a file, or of only checking it. */
export interface ImportOutcome extends ImportCounts {
  refusals: RowRefusal[];
  /** The problems to solve before the import can start. */
  problems: ImportProblem[];
  /** The changes that importing would make, up to a maximum. */
  changes: ImportChange[];
  notes: string[];
}

export interface RunOptions {
  /** Whether nothing is written. */
  isCheck: boolean;
  /** Called after each batch with the number of records so far. An error that it throws ends the run. */
  afterBatch?: (done: number) => Promise<void>;
  /** Runs a batch (default: at once). */
  inTime?: <T>(work: Promise<T>) => Promise<T>;
}

/**
 * Checks or writes the records of a file in batches. A run that writes ends after the first batch with a
 * refusal; the caller then rolls back its transaction.
 */
export async function runBatches(
  context: Context,
  read: ReadImport,
  { isCheck, afterBatch, inTime = (work) => work }: RunOptions,
): Promise<ImportOutcome> {
  const { kind, names, rows, refused, choices, isDownload, columns } = read;
  const importer = IMPORTERS[kind];
  const counts: OutcomeCounts & { rows: number } = { ...NONE, refused, rows };
  const refusals = [...read.refusals];
  const check = isCheck ? createCheck(importer.needs()) : undefined;
  if (refused === 0 || isCheck) await runAll();
  const problems = [...read.problems, ...(check?.problems ?? [])];
  const isCounted = !problems.some(isOfColumns);
  const { differs, revised, ...others } = isCounted ? counts : { ...NONE, rows };
  return {
    ...others,
    ...(kind === 'deliveries' && { differs, revised }),
    refusals: isCounted ? firstRefusals([refusals]) : [],
    problems,
    changes: check && isCounted ? foundChanges(check) : [],
    notes: [...read.notes, ...(check?.notes ?? [])],
  };

  async function runAll(): Promise<void> {
    let done = 0;
    for (const batch of read.batches) {
      const items = itemsOf(batch.toString());
      const results = await inTime(importer.write(context, items, { check, choices, isDownload, columns }));
      for (const { index, outcome: what, error } of results) {
        counts[what] += 1;
        if (error && refusals.length < 2 * MAX_DESCRIBED) refusals.push(refusalOf(items[index]!, error));
      }
      done += items.length;
      if ((counts.refused > 0 && !isCheck) || check?.problems.some(isOfColumns)) break;
      await afterBatch?.(done);
    }
  }

  function refusalOf(item: ImportItem, error: RowError): RowRefusal {
    const { row, name } = placeOf(item, error, importer.nameOf);
    return refusalAt(names, row, name, violationOf(error));
  }
}
