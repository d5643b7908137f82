import { parentPort, workerData } from 'node:worker_threads';
import writeXlsxFile, { type Cell } from 'write-excel-file/node';
import type { XlsxCell } from './write-xlsx.ts';

const [header = [], ...rows] = (workerData as string[]).flatMap((part) => JSON.parse(part) as XlsxCell[][]);
const file = await writeXlsxFile(
  [header.map((name) => ({ value: String(name), type: String, fontWeight: 'bold' })), ...rows.map(cellsOf)],
  { columns: header.map(() => ({ width: 20 })), stickyRowsCount: 1, dateFormat: 'yyyy-mm-dd' },
).toBuffer();
const bytes = new Uint8Array(file);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort!.postMessage(bytes, [bytes.buffer]);

function cellsOf(cells: XlsxCell[]): Cell[] {
  return cells.map((cell) => {
    if (cell === null) return null;
    if (typeof cell === 'object') return { value: new Date(cell.day), type: Date };
    // With its type, text is never taken for a formula.
    return typeof cell === 'string' ? { value: cell, type: String } : { value: cell, type: Number };
  });
}
