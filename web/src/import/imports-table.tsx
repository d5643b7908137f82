import type { ImportRowFragment } from '../generated/operations.ts';
import { wholeNumber } from '../kit/format.ts';
import { plural } from '../kit/plural.ts';
import { type Column, Table } from '../kit/table.tsx';
import { Time } from '../kit/time.tsx';
import { ImportBadge } from './import-status.tsx';
import { NOUNS } from './words.ts';

const COLUMNS: Column<ImportRowFragment>[] = [
  {
    name: 'File',
    cell: ({ kind, total, fileName }) =>
      fileName === null ? plural(total, NOUNS[kind]) : `${fileName} (${plural(total, NOUNS[kind])})`,
  },
  { name: 'Status', cell: (each) => <ImportBadge of={each} /> },
  { name: 'Created', isNumber: true, cell: ({ created }) => wholeNumber(created) },
  { name: 'Changed', isNumber: true, cell: ({ updated }) => wholeNumber(updated) },
  { name: 'Refused', isNumber: true, cell: ({ refused }) => wholeNumber(refused) },
  { name: 'Sent by', cell: (each) => senderOf(each) },
  { name: 'Sent', cell: ({ createdAt }) => <Time value={createdAt} /> },
];

/** Lists imports, each with a link to its page. */
export function ImportsTable({ imports }: { imports: readonly ImportRowFragment[] }) {
  return (
    <Table
      caption="Latest imports"
      isStacked
      columns={COLUMNS}
      rows={imports}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/imports/${id}`}
    />
  );
}

/** Returns who sent a file. */
export function senderOf({ keyId, keyName }: Pick<ImportRowFragment, 'keyId' | 'keyName'>): string {
  if (keyId === null) return 'Web page';
  return `API key ${keyName ?? `#${keyId}`}`;
}
