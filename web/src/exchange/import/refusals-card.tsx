import { sentence } from '../../base/graphql/failure.ts';
import { Card } from '../../base/kit/layout/card.tsx';
import { DownloadCsv } from '../../base/kit/table/download-csv.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import type { Import } from './words.ts';

type Refusal = Import['refusals'][number];

const MAX_SHOWN = 100;

const COLUMNS: Column<Refusal>[] = [
  { name: 'Row', cell: ({ row }) => `Row ${wholeNumber(row)}` },
  { name: 'Column', cell: ({ column }) => column ?? '–' },
  { name: 'Value', cell: ({ value }) => value ?? '–' },
  { name: 'Reason', cell: ({ message }) => sentence(message) },
];

/** Lists why rows are refused. */
export function RefusalsCard({ file: { id, refusals } }: { file: Import }) {
  if (refusals.length === 0) return null;
  return (
    <Card
      title="Refused rows"
      about={
        refusals.length < MAX_SHOWN
          ? 'Rows are numbered as in your spreadsheet'
          : `The first ${MAX_SHOWN} reasons. Rows are numbered as in your spreadsheet`
      }
      isFlush
      actions={
        <>
          <a href={`/import/${id}/refused.csv`} download>
            Download the file with reasons
          </a>
          <DownloadCsv list="refusals" within={{ importId: id }} isSmall />
        </>
      }
    >
      <Table
        caption="Refused rows"
        isStacked
        columns={COLUMNS}
        rows={refusals}
        keyOf={({ row, column, message }) => `${row} ${column} ${message}`}
      />
    </Card>
  );
}
