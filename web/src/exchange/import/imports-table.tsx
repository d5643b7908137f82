import type { ImportRowFragment } from '../../generated/operations.ts';
import { wholeNumber } from '../../base/kit/words/format.ts';
import type { Action } from '../../base/kit/layout/menu.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { type Column, type OpenRow, Table } from '../../base/kit/table/table.tsx';
import { Time } from '../../base/kit/words/time.tsx';
import { ImportBadge } from './import-status.tsx';
import { labelOf, NOUNS } from './words.ts';

const ALL: Column<ImportRowFragment>[] = [
  { name: 'File', cell: (row) => row.fileName ?? labelOf(row) },
  {
    name: 'Content',
    isWhole: true,
    yields: 4,
    cell: ({ kind, total }) => plural(total, NOUNS[kind]),
  },
  { name: 'Status', cell: (each) => <ImportBadge of={each} /> },
  { name: 'Created', isNumber: true, yields: 2, cell: ({ created }) => wholeNumber(created) },
  { name: 'Changed', isNumber: true, yields: 2, cell: ({ updated }) => wholeNumber(updated) },
  { name: 'Refused', isNumber: true, yields: 3, cell: ({ refused }) => wholeNumber(refused) },
  { name: 'Sent by', isCut: true, isLabelled: true, yields: 1, cell: (each) => senderOf(each) },
  { name: 'Sent', yields: 5, cell: ({ createdAt }) => <Time value={createdAt} /> },
];

/** The columns that can be hidden. */
export const COLUMNS = ALL.slice(1).map(({ name }) => name);

interface ImportsTableProps {
  imports: readonly ImportRowFragment[];
  /** The names of columns that are not shown. */
  hidden: readonly string[];
  opened: OpenRow;
  /** Returns what can be done with an import. */
  actionsOf: (row: ImportRowFragment) => readonly Action[];
}

/** Lists imports, each with a link to its page. */
export function ImportsTable({ imports, hidden, opened, actionsOf }: ImportsTableProps) {
  return (
    <Table
      caption="Imports"
      isStacked
      columns={ALL}
      rows={imports}
      keyOf={({ id }) => id}
      nameOf={({ id }) => `import #${id}`}
      hrefOf={({ id }) => `/imports/${id}`}
      hidden={hidden}
      opened={opened}
      actionsOf={actionsOf}
    />
  );
}

/** Returns who sent a file. */
export function senderOf({ keyId, keyName }: Pick<ImportRowFragment, 'keyId' | 'keyName'>): string {
  if (keyId === null) return 'Web page';
  return `API key ${keyName ?? `#${keyId}`}`;
}
