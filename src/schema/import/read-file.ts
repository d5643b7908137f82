import { parseTable, type TableRow } from '../../spreadsheet/parse-table.ts';
import { AppError, type Fault } from '../errors.ts';
import { batchesOf, type StoredItem, storedItem } from './item-batches.ts';
import { groupDeliveries } from './group-deliveries.ts';
import { groupProducts } from './group-products.ts';
import { groupSupermarkets } from './group-supermarkets.ts';
import type { ImportKind } from './import-fields.ts';
import type { Group } from './import-item.ts';
import { columnNames, importRows, usedColumns } from './import-rows.ts';
import { type ImportColumn, mapColumns } from './map-columns.ts';
import { createDescriber, firstRefusals, type Refusal } from './refusals.ts';

/** How a file is to be read. */
export interface ReadOptions {
  kind: ImportKind;
  /** Which columns have which fields (default: as they are named). */
  map?: string | null | undefined;
}

/** What is known of a file once all of it was read. */
export interface FileSummary {
  columns: ImportColumn[];
  /** The names of the columns by those of their fields in inputs. */
  names: Record<string, string>;
  /** How many rows have text. */
  rows: number;
  /** How many records the rows are, with the refused ones. */
  total: number;
  /** How many records are refused. */
  refused: number;
  /** Why, of the first ones. */
  refusals: Refusal[];
}

/** A batch of records that are not refused, or what is known at the end. */
export type FileResult = StoredItem[] | { summary: FileSummary } | { faults: readonly Fault[] };

const GROUPS: Record<ImportKind, Group> = {
  products: groupProducts,
  supermarkets: groupSupermarkets,
  deliveries: groupDeliveries,
};

/**
 * Reads a file, and validates what the file alone shows. Runs in a process of its own (`read-import.ts`), so it knows
 * neither the account nor the database, and its results are JSON. Faults of the options are its only result.
 *
 * @throws UnreadableFile
 */
export async function* readFile(bytes: Uint8Array, options: ReadOptions): AsyncGenerator<FileResult> {
  try {
    yield* resultsOf(bytes, options);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    yield { faults: error.faults };
  }
}

async function* resultsOf(bytes: Uint8Array, { kind, map }: ReadOptions): AsyncGenerator<FileResult> {
  const { header, rows } = await parseTable(bytes);
  const columns = mapColumns(kind, header, map);
  const names = columnNames(kind, columns);
  const table: TableRow[] = [...rows(usedColumns(columns))];
  const items = GROUPS[kind](importRows(kind, columns, table), names, createDescriber());
  const usable = items.filter(({ refusals }) => refusals.length === 0);
  for (const batch of batchesOf(usable)) yield batch.map(storedItem);
  yield {
    summary: {
      columns,
      names,
      rows: table.length,
      total: items.length,
      refused: items.length - usable.length,
      refusals: firstRefusals(items.map(({ refusals }) => refusals)),
    },
  };
}
