import { Download } from 'lucide-react';
import { Button } from '../kit/layout/button.tsx';

interface DownloadRowsProps<Row> {
  /** The name of the figures, which names the file too. */
  title: string;
  rows: readonly Row[];
  columns: readonly (readonly [name: string, valueOf: (row: Row) => string | number])[];
}

/** Downloads the figures that a card shows as CSV. */
export function DownloadRows<Row>({ title, rows, columns }: DownloadRowsProps<Row>) {
  const download = () => {
    const lines = [columns.map(([name]) => name), ...rows.map((row) => columns.map(([, of]) => of(row)))];
    // Spreadsheet programs read UTF-8 only after a byte order mark.
    const text = `\uFEFF${lines.map((line) => `${line.map(cellOf).join(',')}\r\n`).join('')}`;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
    link.download = `${title.toLowerCase().replaceAll(/\W+/g, '-')}.csv`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <Button kind="quiet" isSmall icon={Download} aria-label={`Download CSV: ${title}`} onClick={download}>
      CSV
    </Button>
  );
}

/** Returns a cell of a CSV file. Texts that programs would calculate begin with an apostrophe. */
function cellOf(value: string | number): string {
  if (typeof value === 'number') return Number.isNaN(value) ? '' : String(value);
  return `"${value.replace(/^(?=[=+@\t\r-])/, "'").replaceAll('"', '""')}"`;
}
