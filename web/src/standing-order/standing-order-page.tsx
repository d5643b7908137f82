import { Link, useParams } from 'wouter';
import { StandingOrderPageDocument, type StandingOrderPageQuery } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { ActionButtons } from '../kit/action-buttons.tsx';
import { Card, Facts } from '../kit/card.tsx';
import { dayAfter } from '../kit/days.ts';
import { day, wholeNumber } from '../kit/format.ts';
import { Loaded } from '../kit/loaded.tsx';
import { Page } from '../kit/page.tsx';
import { useToday } from '../kit/use-today.ts';
import { type Column, Table } from '../kit/table.tsx';
import { useSession } from '../session/session.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { OccurrencesCard } from './occurrences-card.tsx';
import { StandingOrderBadge } from './status.tsx';
import { useStandingOrderActions } from './use-standing-order-actions.tsx';
import { pauseInWords, rhythmInWords, SHIFTS, weekdaysInWords } from './words.ts';

type StandingOrder = NonNullable<StandingOrderPageQuery['standingOrder']>;

/** The days that are shown: what was created lately, and four weeks ahead. */
const DAYS_BEFORE = 7;
const DAYS_AFTER = 28;
/** Deliveries are created meanwhile. */
const POLL_MS = 60_000;

const LINES: Column<StandingOrder['lines'][number]>[] = [
  {
    name: 'Product',
    cell: ({ productId, name }) => <Link href={`/products/${productId}`}>{name}</Link>,
  },
  { name: 'Days', cell: ({ weekdays }) => (weekdays ? weekdaysInWords(weekdays) : 'All days of the order') },
  { name: 'Quantity', isNumber: true, cell: ({ quantity }) => wholeNumber(quantity) },
];

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
              <Details of={standingOrder} />
              <OccurrencesCard
                id={id}
                occurrences={standingOrder.occurrences}
                isEnded={standingOrder.status === 'ENDED'}
                onChange={loading.reload}
              />
              <Card title="Products" isFlush>
                <Table
                  caption="Products"
                  columns={LINES}
                  rows={standingOrder.lines}
                  keyOf={({ productId, weekdays }) => `${productId} ${weekdays?.join() ?? ''}`}
                />
              </Card>
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

function Details({ of: order }: { of: StandingOrder }) {
  const { timeZone } = useSession().account;
  const pause = pauseInWords(order);
  return (
    <Card title="Details">
      <Facts
        facts={[
          [
            'Supermarket',
            <Link key="supermarket" href={`/supermarkets/${order.supermarketId}`}>
              {order.supermarketName}
            </Link>,
          ],
          ['Branch', order.branchName],
          ['Days', rhythmInWords(order)],
          ['First day', day(order.startsOn)],
          ['Last day', order.endsOn ? day(order.endsOn) : 'No end'],
          ...(pause ? [['Paused', pause] satisfies [string, string]] : []),
          [
            'Deliveries created',
            `${order.leadDays === 1 ? '1 day' : `${order.leadDays} days`} ahead at ${order.generateAt}, ${timeZone}`,
          ],
          ['On a closed day', SHIFTS[order.shift]],
          ...(order.reference ? [['Your number', order.reference] satisfies [string, string]] : []),
          ...(order.orderNumber ? [['Order number', order.orderNumber] satisfies [string, string]] : []),
          ['Notes', order.notes ?? '–'],
        ]}
      />
    </Card>
  );
}
