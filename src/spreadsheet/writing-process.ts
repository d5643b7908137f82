import writeXlsxFile, { type Cell } from 'write-excel-file/node';
import { answerParent } from './answer-parent.ts';
import type { XlsxCell } from './write-xlsx.ts';

/** The bytes of the file in one line, before they are encoded. */
const XLSX_PART_BYTES = 1_024 ** 2;

await answerParent(xlsxParts);

/** Writes the rows, of which each line has several, and yields the file in parts, as base64. */
async function* xlsxParts(lines: Uint8Array): AsyncGenerator<{ base64: string }> {
  const [header = [], ...rows] = Buffer.from(lines)
    .toString()
    .trimEnd()
    .split('\n')
    .flatMap((line) => JSON.parse(line) as XlsxCell[][]);
  const file = await writeXlsxFile(
    [header.map((name) => ({ value: String(name), type: String, fontWeight: 'bold' })), ...rows.map(cellsOf)],
    { columns: header.map(() => ({ width: 20 })), stickyRowsCount: 1, dateFormat: 'yyyy-mm-dd' },
  ).toBuffer();
  for (let at = 0; at < file.length; at += XLSX_PART_BYTES)
    yield { base64: file.toString('base64', at, at + XLSX_PART_BYTES) };
}

function cellsOf(cells: XlsxCell[]): Cell[] {
  return cells.map((cell) => {
    if (cell === null) return null;
    if (typeof cell === 'object') return { value: new Date(cell.day), type: Date };
    // The type prevents that text is read as a formula.
    return typeof cell === 'string' ? { value: cell, type: String } : { value: cell, type: Number };
  });
}
