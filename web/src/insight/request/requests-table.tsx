import type { RequestsPageQuery } from '../../generated/operations.ts';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { Time } from '../../base/kit/words/time.tsx';
import { requestPath } from './request-path.ts';
import { senderAtPage } from './sender-at-page.ts';
import { RequestStatus } from './request-status.tsx';

type ListedRequest = RequestsPageQuery['requests']['nodes'][number];

const COLUMNS: Column<ListedRequest>[] = [
  {
    name: 'Request',
    cell: ({ method, path, operation }) => (
      <code>
        {method} {path} {operation}
      </code>
    ),
  },
  { name: 'Status', cell: (request) => <RequestStatus request={request} /> },
  { name: 'Error', cell: ({ code }) => code ?? '–' },
  {
    name: 'Sender',
    cell: ({ keyId, keyName, personName }) =>
      keyId === null ? senderAtPage(personName) : (keyName ?? `#${keyId}`),
  },
  { name: 'Duration', isNumber: true, cell: ({ durationMs }) => `${wholeNumber(durationMs)} ms` },
  { name: 'Received', cell: ({ receivedAt }) => <Time value={receivedAt} isExact /> },
];

/** Lists requests, each with a link to its details. */
export function RequestsTable({ requests }: { requests: readonly ListedRequest[] }) {
  return (
    <Table
      caption="Requests"
      isStacked
      columns={COLUMNS}
      rows={requests}
      keyOf={({ id, receivedAt }) => `${id} ${receivedAt}`}
      hrefOf={({ id }) => requestPath(id)}
    />
  );
}
