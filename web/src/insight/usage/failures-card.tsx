import type { UsagePageQuery } from '../../generated/operations.ts';
import { Link } from 'wouter';
import { Card } from '../../base/kit/layout/card.tsx';
import { DownloadCsv } from '../../base/kit/table/download-csv.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { localTime } from '../request/request-filters.tsx';
import type { Range } from './ranges.ts';
import { DAY_MS } from '../../base/kit/words/durations.ts';

type Failures = UsagePageQuery['account']['requestFailures'][number];

const columnsOf = (range: Range): Column<Failures>[] => [
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
    cell: (failures) => <Link href={requestsOf(failures, range)}>{wholeNumber(failures.requests)}</Link>,
  },
];

/** Returns the address of the list of these requests. */
function requestsOf({ endpoint, status, code, keyId }: Failures, { variables: { days } }: Range): string {
  const today = Date.parse(new Date().toISOString().slice(0, 10));
  const filter = {
    failed: 'true',
    status: String(status),
    code,
    keyId,
    from: localTime(today - (days - 1) * DAY_MS),
  };
  return `/requests?${new URLSearchParams({ ...filter, ...(endpoint && { endpoint }) })}`;
}

/** The service lists no more. */
const MAX_SHOWN = 100;

/** Shows failed requests by endpoint and error. */
export function FailuresCard({ range, failures }: { range: Range; failures: readonly Failures[] }) {
  if (failures.length === 0) return null;
  return (
    <Card
      title="Failed requests"
      about={`${periodOf(range)}, by endpoint and error. Requests over the rate limit are not included.${failures.length === MAX_SHOWN ? ` Only the ${MAX_SHOWN} most frequent are shown. The request log has all.` : ''}`}
      actions={<DownloadCsv isSmall list="failures" />}
      isFlush
    >
      <Table
        caption="Failed requests"
        isStacked
        columns={columnsOf(range)}
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
