import { type Cell, isBlank, shownIn } from '../../../../../spreadsheet/cell.ts';
import type { SheetRow } from '../../../../../spreadsheet/sheet-row.ts';
import { singleLine } from '../../../../core/noun/texts.ts';
import type { ImportKind } from '../../../../core/caller/import-kinds.ts';
import { HEADER_NAMES } from './header-names.ts';
import { namesOf } from './names-of-header.ts';

/** The maximum number of rows above a header, for titles and notes. */
const MAX_ABOVE = 30;

/** Returns the number of fields that the cells of a row name. A header names several. */
function fieldsNamed(kind: ImportKind, cells: readonly Cell[]): number {
  const fields = new Set<string>();
  for (const cell of cells) {
    if (typeof cell !== 'string' || cell.length > 200) continue;
    const names = namesOf(cell);
    const found = Object.entries(HEADER_NAMES[kind]).find(([, known]) =>
      names.some(({ name }) => known.includes(name)),
    );
    if (found) fields.add(found[0]);
  }
  return fields.size;
}

/**
 * Returns the number of fields that the best header among the rows names: how well they fit a kind of file.
 */
export function fitOf(kind: ImportKind, rows: readonly SheetRow[]): number {
  return Math.max(0, ...rows.slice(0, MAX_ABOVE).map(({ cells }) => fieldsNamed(kind, cells)));
}

/**
 * Returns the position of the header among the rows: the row with the most known or remembered names of
 * fields, else the first with several texts; -1 if there is none.
 *
 * @param knownIn the number of remembered names in a row
 */
export function findHeader(
  kind: ImportKind,
  rows: readonly SheetRow[],
  knownIn: (cells: readonly Cell[]) => number,
): number {
  const first = rows.slice(0, MAX_ABOVE);
  const named = first.map(({ cells }) => fieldsNamed(kind, cells) + knownIn(cells));
  const most = Math.max(0, ...named);
  // One name alone can be a title, such as "Products".
  if (most > 1) return named.indexOf(most);
  const widest = Math.max(0, ...first.map(({ cells }) => textsIn(cells)));
  const several = first.findIndex(({ cells }) => textsIn(cells) > 1 && textsIn(cells) * 2 >= widest);
  return several === -1 ? Math.min(0, rows.length - 1) : several;
}

function textsIn(cells: readonly Cell[]): number {
  return cells.filter((cell) => !isBlank(cell) && typeof cell === 'string').length;
}

/** Returns the text of the cell of a header, on one line. */
export function headerText(cell: Cell): string {
  return singleLine(shownIn(cell));
}
