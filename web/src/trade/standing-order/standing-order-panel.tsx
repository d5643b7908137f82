import { StandingOrderPageDocument, type StandingOrderRowFragment } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Card } from '../../base/kit/layout/card.tsx';
import { dayAfter } from '../../base/kit/words/days.ts';
import { Table } from '../../base/kit/table/table.tsx';
import { useToday } from '../../base/kit/layout/use-today.ts';
import type { PanelProps } from '../../base/list/beside.tsx';
import { PanelActions, RecordPanel } from '../../base/list/record-panel.tsx';
import type { RowMenu } from '../../base/list/row-menu.ts';
import { DATE, STATUS } from './occurrences-card.tsx';
import { StandingOrderFacts, StandingOrderLines } from './standing-order-facts.tsx';
import { StandingOrderBadge } from './status.tsx';

/** The dates that are shown, from today. */
const DAYS_AFTER = 14;

type StandingOrderPanelProps = PanelProps & Pick<RowMenu<StandingOrderRowFragment>, 'actionsOf'>;

/** Shows a standing order beside the list. */
export default function StandingOrderPanel({ id, version, actionsOf, ...panel }: StandingOrderPanelProps) {
  const today = useToday();
  const range = { from: today, to: dayAfter(today, DAYS_AFTER) };
  const found = useData(StandingOrderPageDocument, { id, ...range }, { version });
  return (
    <RecordPanel
      {...panel}
      noun="standing order"
      name={`Standing order #${id}`}
      href={`/standing-orders/${id}`}
      of={found}
      found={found.data?.standingOrder}
      badge={({ status }) => <StandingOrderBadge status={status} />}
      actions={(shown) => <PanelActions actions={actionsOf(shown)} />}
    >
      {(shown) => (
        <>
          <StandingOrderFacts of={shown} />
          {shown.occurrences.length > 0 && (
            <Card title="Dates" about="The next two weeks." isFlush>
              <Table
                caption="Dates"
                columns={[DATE, STATUS]}
                rows={shown.occurrences}
                keyOf={({ date }) => date}
              />
            </Card>
          )}
          <StandingOrderLines of={shown} />
        </>
      )}
    </RecordPanel>
  );
}
