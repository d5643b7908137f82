import { FairQueue } from '@provender/fair-pool/fair-queue';
import { readTable } from '../../spreadsheet/read-table.ts';
import { UnreadableFile } from '../../spreadsheet/unreadable-file.ts';
import { fault } from '../errors.ts';
import type { ImportKind } from './import-fields.ts';
import type { ImportItem } from './import-item.ts';
import { IMPORTERS } from './importers.ts';
import { columnNames, importRows, usedColumns } from './import-rows.ts';
import { type ImportColumn, mapColumns } from './map-columns.ts';

/** Each account reads one file at a time in a process, and two accounts at most, because each takes memory. */
const reading = new FairQueue({ name: 'files read', share: 1, total: 2 });

/** A file whose rows have become records. */
export interface ReadImport {
  kind: ImportKind;
  columns: ImportColumn[];
  /** The names of the columns by those of their fields in inputs. */
  names: Record<string, string>;
  /** How many rows have text. */
  rows: number;
  items: ImportItem[];
}

/**
 * Reads a file off the event loop, and validates what the file alone shows.
 *
 * @param subject whose turn it is to read a file
 * @param map which columns have which fields (default: as they are named)
 * @throws AppError `validation_error` on `file` or `map`
 */
export async function readImport(
  subject: string,
  { kind, file, map }: { kind: ImportKind; file: Uint8Array; map?: string | null | undefined },
): Promise<ReadImport> {
  let columns: ImportColumn[] = [];
  await reading.enter(subject);
  try {
    const table = await readTable(file, (header) => {
      columns = mapColumns(kind, header, map);
      return usedColumns(columns);
    });
    const names = columnNames(kind, columns);
    const items = IMPORTERS[kind].group(importRows(kind, columns, table), names);
    return { kind, columns, names, rows: table.length, items };
  } catch (error) {
    throw error instanceof UnreadableFile ? fault('validation_error', error.message, 'file') : error;
  } finally {
    reading.leave(subject);
  }
}
