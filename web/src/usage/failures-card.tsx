import type { UsagePageQuery } from '../generated/operations.ts';
import { Link } from 'wouter';
import { Card } from '../kit/card.tsx';
import { DownloadCsv } from '../kit/download-csv.tsx';
import { wholeNumber } from '../kit/format.ts';
import { type Column, Table } from '../kit/table.tsx';
import type { Range } from './ranges.ts';

type Failures = UsagePageQuery['account']['requestFailures'][number];

const COLUMNS: Column<Failures>[] = [
  { name: 'Endpoint', cell: ({ endpoint }) => (endpoint ? <code>{endpoint}</code> : 'Unknown path') },
  {
    name: 'Error',
    cell: ({ status, code }) => (
      <code>
        {status} {code}
      </code>
    ),
  },
  { name: 'Key', cell: ({ keyName }) => keyName },
  {
    name: 'Requests',
    isNumber: true,
    cell: ({ requests, code, keyId }) => (
      <Link href={`/requests?failed=true&code=${code}&keyId=${keyId}`}>{wholeNumber(requests)}</Link>
    ),
  },
];

/** Shows failed requests by endpoint and error. */
export function FailuresCard({ range, failures }: { range: Range; failures: readonly Failures[] }) {
  if (failures.length === 0) return null;
  return (
    <Card
      title="Failed requests"
      about={`${periodOf(range)}, by endpoint and error. Requests over the rate limit are not included.`}
      actions={<DownloadCsv isSmall list="failures" />}
      isFlush
    >
      <Table
        caption="Failed requests"
        isStacked
        columns={COLUMNS}
        rows={failures}
        keyOf={({ endpoint, status, code, keyId }) => `${endpoint} ${status} ${code} ${keyId}`}
      />
    </Card>
  );
}

/** Failures are counted by day. */
function periodOf({ variables, label }: Range): string {
  return variables.interval === 'HOUR' ? 'Yesterday and today (UTC)' : `Last ${label}`;
}
