import { useParams } from 'wouter';
import { StandingOrderPageDocument, type StandingOrderPageQuery } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { ActionButtons } from '../../base/kit/layout/action-buttons.tsx';
import { dayAfter } from '../../base/kit/words/days.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { useToday } from '../../base/kit/layout/use-today.ts';
import { NotFound } from '../../base/kit/layout/not-found.tsx';
import { OccurrencesCard } from './occurrences-card.tsx';
import { StandingOrderFacts, StandingOrderLines } from './standing-order-facts.tsx';
import { StandingOrderBadge } from './status.tsx';
import { useStandingOrderActions } from './use-standing-order-actions.tsx';

type StandingOrder = NonNullable<StandingOrderPageQuery['standingOrder']>;

/** The days that are shown: what was created lately, and four weeks ahead. */
const DAYS_BEFORE = 7;
const DAYS_AFTER = 28;
/** Deliveries are created meanwhile. */
const POLL_MS = 60_000;

/** Shows a standing order with its dates. */
export default function StandingOrderPage() {
  const { id = '' } = useParams();
  const today = useToday();
  const range = { from: dayAfter(today, -DAYS_BEFORE), to: dayAfter(today, DAYS_AFTER) };
  const loading = useData(StandingOrderPageDocument, { id, ...range }, { everyMs: POLL_MS });
  const order = loading.data?.standingOrder;
  if (order === null) return <NotFound what="This standing order" />;
  return (
    <Page
      title={`Standing order #${id}`}
      beside={order && <StandingOrderBadge status={order.status} />}
      back={{ href: '/standing-orders', label: 'Standing orders' }}
      actions={order && <Actions order={order} onChange={loading.reload} />}
    >
      <Loaded of={loading} lines={8}>
        {({ standingOrder }) =>
          standingOrder && (
            <>
              <StandingOrderFacts of={standingOrder} />
              <OccurrencesCard
                id={id}
                occurrences={standingOrder.occurrences}
                isEnded={standingOrder.status === 'ENDED'}
                onChange={loading.reload}
              />
              <StandingOrderLines of={standingOrder} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function Actions({ order, onChange }: { order: StandingOrder; onChange: () => void }) {
  const { actionsOf, dialog } = useStandingOrderActions(onChange);
  return (
    <>
      <ActionButtons actions={actionsOf(order)} />
      {dialog}
    </>
  );
}
