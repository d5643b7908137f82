/** A cell in quotes, with doubled quotes inside, or one without. */
const CELL = /"((?:[^"]|"")*)"(?=\t|\n|$)|([^\t\n]*)/y;

/**
 * Returns the rows of a text that was copied from several cells of a spreadsheet, without blank columns
 * around them and blank rows below; undefined for other texts.
 */
export function pastedRows(text: string): string[][] | undefined {
  const rows = rowsOf(text.replaceAll(/\r\n?/g, '\n'));
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1 ? rows : undefined;
}

function rowsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (let at = 0; at <= text.length; at++) {
    CELL.lastIndex = at;
    const [whole, quoted, bare = ''] = CELL.exec(text)!;
    // Line breaks within a cell are no line breaks of the table.
    rows.at(-1)!.push((quoted?.replaceAll('""', '"') ?? bare).replaceAll(/\s+/g, ' ').trim());
    at += whole.length;
    if (text[at] === '\n') rows.push([]);
  }
  let first = Infinity;
  let end = 0;
  for (const row of rows) {
    const start = row.findIndex(isFilled);
    if (start === -1) continue;
    first = Math.min(first, start);
    end = Math.max(end, row.findLastIndex(isFilled) + 1);
  }
  const count = rows.findLastIndex((row) => row.some(isFilled)) + 1;
  return rows.slice(0, count).map((row) => row.slice(first, end));
}

function isFilled(cell: string): boolean {
  return cell !== '';
}
