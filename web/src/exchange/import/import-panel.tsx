import { Link } from 'wouter';
import {
  ImportPanelDocument,
  type ImportPanelQuery,
  type ImportRowFragment,
} from '../../generated/operations.ts';
import { sentence } from '../../base/graphql/failure.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Card, Facts } from '../../base/kit/layout/card.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import type { PanelProps } from '../../base/list/beside.tsx';
import { PanelActions, RecordPanel } from '../../base/list/record-panel.tsx';
import type { RowMenu } from '../../base/list/row-menu.ts';
import { factsOf } from './import-facts.tsx';
import { ImportBadge } from './import-status.tsx';
import { labelOf } from './words.ts';

type Refusal = NonNullable<ImportPanelQuery['import']>['refusals'][number];

/** The page of the import has more of them. */
const MAX_REFUSALS = 5;

const REFUSALS: Column<Refusal>[] = [
  { name: 'Row', cell: ({ row }) => wholeNumber(row) },
  { name: 'Reason', cell: ({ message }) => <span className="wraps">{sentence(message)}</span> },
];

type ImportPanelProps = PanelProps & Pick<RowMenu<ImportRowFragment>, 'actionsOf'>;

/** Shows an import beside the list: what it did or would do, and the first rows that are refused. */
export default function ImportPanel({ id, version, actionsOf, ...panel }: ImportPanelProps) {
  const loading = useData(ImportPanelDocument, { id }, { version });
  const found = loading.data?.import;
  return (
    <RecordPanel
      {...panel}
      noun="import"
      name={found ? (found.fileName ?? `Import ${labelOf(found).toLowerCase()}`) : 'Import'}
      href={`/imports/${id}`}
      of={loading}
      found={found}
      badge={(shown) => <ImportBadge of={shown} />}
      actions={(shown) => <PanelActions actions={actionsOf(shown)} />}
    >
      {(shown) => (
        <>
          {shown.problems.length > 0 && (
            <Card title="Questions">
              {shown.problems.map(({ message }) => (
                <p key={message}>{sentence(message)}</p>
              ))}
            </Card>
          )}
          <Card title="Details">
            <Facts facts={factsOf(shown)} />
          </Card>
          {shown.refusals.length > 0 && (
            <Card
              title="Refused rows"
              isFlush
              actions={shown.refusals.length > MAX_REFUSALS && <Link href={`/imports/${id}`}>View more</Link>}
            >
              <Table
                caption="Refused rows"
                columns={REFUSALS}
                rows={shown.refusals.slice(0, MAX_REFUSALS)}
                keyOf={({ row, column, message }) => `${row} ${column} ${message}`}
              />
            </Card>
          )}
        </>
      )}
    </RecordPanel>
  );
}
