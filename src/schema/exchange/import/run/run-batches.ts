import type { Context } from '../../../core/context.ts';
import type { RowError, RowOutcome } from '../../../core/upsert/rows.ts';
import { whileRacing } from '../../../core/upsert/while-racing.ts';
import { rehearse } from '../../../core/write/rehearse.ts';
import type { ImportProblem } from '../columns/read-options.ts';
import { createCheck, type ImportChange, foundChanges } from '../columns/import-check.ts';
import { type ImportItem, faultLocation, violationInFile } from '../items/import-item.ts';
import { IMPORTERS } from '../records/importers.ts';
import { refusalAt } from '../columns/import-rows.ts';
import { isOfColumns } from '../columns/missing-columns.ts';
import { itemsInBatch } from '../items/item-batches.ts';
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

const NO_OUTCOMES: OutcomeCounts = {
  created: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
  differs: 0,
  revised: 0,
};

/** The result of importing a file, or of its rehearsal. */
export interface ImportOutcome extends ImportCounts {
  refusals: RowRefusal[];
  /** The problems to solve before the import can start. */
  problems: ImportProblem[];
  /** The changes that importing would make, up to a maximum. */
  changes: ImportChange[];
  notes: string[];
}

/** Waits for a batch. */
export type BatchTime = <T>(work: Promise<T>) => Promise<T>;

export interface RunOptions {
  /** Runs the writes of a batch in a transaction. */
  inBatch<T>(write: (inside: Context) => Promise<T>): Promise<T>;
  /** Whether each batch is rolled back. */
  isRehearsed: boolean;
  /** The maximum number of records in a batch (default: as the file was read). */
  atOnce?: number;
  /** Called after each batch with the number of records so far. An error that it throws ends the run. */
  afterBatch?: ((done: number) => Promise<void>) | undefined;
}

/**
 * The maximum number of deliveries that are rehearsed at once if each is revised by statements of its own.
 */
const REVISED_AT_ONCE = 50;

/**
 * Determines the result of importing a file: writes it in batches, and rolls back each one at once, so that
 * others who write the account's records wait for no more than one batch.
 */
export function rehearseBatches(
  context: Context,
  read: ReadImport,
  inTime: BatchTime = (work) => work,
): Promise<ImportOutcome> {
  return runBatches(read, {
    isRehearsed: true,
    inBatch: (write) => inTime(rehearse(context, write)),
    ...(read.choices.onDifference === 'revise' && { atOnce: REVISED_AT_ONCE }),
  });
}

/**
 * Writes the records of a file in batches. Those after a refusal only find further refusals: the caller rolls
 * back all of them.
 */
export async function runBatches(
  read: ReadImport,
  { isRehearsed, inBatch, atOnce = Infinity, afterBatch }: RunOptions,
): Promise<ImportOutcome> {
  const { kind, names, rows, refused, choices, isDownload, columns } = read;
  const importer = IMPORTERS[kind];
  const counts: OutcomeCounts & { rows: number } = { ...NO_OUTCOMES, refused, rows };
  const refusals = [...read.refusals];
  const check = createCheck();
  await runAll();
  const problems = [...read.problems, ...check.problems];
  const isCounted = !problems.some(isOfColumns);
  const { differs, revised, ...others } = isCounted ? counts : { ...NO_OUTCOMES, rows };
  return {
    ...others,
    ...(kind === 'deliveries' && { differs, revised }),
    refusals: isCounted ? firstRefusals([refusals]) : [],
    problems,
    changes: isCounted ? foundChanges(check) : [],
    notes: [...read.notes, ...check.notes],
  };

  async function runAll(): Promise<void> {
    let done = 0;
    for (const items of itemsAtOnce(read, atOnce)) {
      const options = { check, isRehearsed, choices, isDownload, columns };
      const results = await inBatch((inside) =>
        whileRacing(inside.db, () => importer.write(inside, items, options)),
      );
      for (const { index, outcome: what, error } of results) {
        counts[what] += 1;
        if (error && refusals.length < 2 * MAX_DESCRIBED) refusals.push(refusalOf(items[index]!, error));
      }
      done += items.length;
      if (check.problems.some(isOfColumns)) break;
      await afterBatch?.(counts.refused > 0 ? 0 : done);
    }
  }

  function refusalOf(item: ImportItem, error: RowError): RowRefusal {
    const { row, name } = faultLocation(item, error, importer.nameOf);
    return refusalAt(names, row, name, violationInFile(error));
  }
}

/** Parses the records of a file, batch by batch. */
function* itemsAtOnce({ batches }: ReadImport, atOnce: number): Generator<ImportItem[]> {
  for (const batch of batches) {
    const items = itemsInBatch(batch.toString());
    for (let at = 0; at < items.length; at += atOnce) yield items.slice(at, at + atOnce);
  }
}
