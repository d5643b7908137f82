import { WithdrawalPanelDocument, type WithdrawalRowFragment } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Card, Facts } from '../../base/kit/layout/card.tsx';
import type { PanelProps } from '../../base/list/beside.tsx';
import { PanelActions, RecordPanel } from '../../base/list/record-panel.tsx';
import type { RowMenu } from '../../base/list/row-menu.ts';
import { ProgressCard } from './progress-card.tsx';
import { factsOf } from './withdrawal-facts.tsx';
import { KINDS, WithdrawalBadges } from './withdrawal-kind.tsx';

type WithdrawalPanelProps = PanelProps & Pick<RowMenu<WithdrawalRowFragment>, 'actionsOf'>;

/** Shows a withdrawal beside the list: how far it is, and what is withdrawn. Its page has the branches. */
export default function WithdrawalPanel({ id, version, actionsOf, ...panel }: WithdrawalPanelProps) {
  const loading = useData(WithdrawalPanelDocument, { id }, { version });
  const found = loading.data?.withdrawal;
  return (
    <RecordPanel
      {...panel}
      noun="withdrawal"
      name={`${found ? KINDS[found.kind][0] : 'Withdrawal'} #${id}`}
      href={`/withdrawals/${id}`}
      of={loading}
      found={found}
      badge={(shown) => <WithdrawalBadges of={shown} />}
      actions={(shown) => <PanelActions actions={actionsOf(shown)} />}
    >
      {(shown) => (
        <>
          <ProgressCard withdrawal={shown} />
          <Card title="Details">
            <Facts facts={factsOf(shown)} />
          </Card>
        </>
      )}
    </RecordPanel>
  );
}
