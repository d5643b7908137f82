import { Link } from 'wouter';
import type { StandingOrderPageQuery } from '../../generated/operations.ts';
import { Card, Facts } from '../../base/kit/layout/card.tsx';
import { day, wholeNumber } from '../../base/kit/words/format.ts';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { useSession } from '../../base/session/session.tsx';
import { weekdaysInWords } from '../../base/kit/words/weekdays.ts';
import { pauseInWords, rhythmInWords, SHIFTS } from './words.ts';

type StandingOrder = NonNullable<StandingOrderPageQuery['standingOrder']>;

const LINES: Column<StandingOrder['lines'][number]>[] = [
  {
    name: 'Product',
    cell: ({ productId, name }) => <Link href={`/products/${productId}`}>{name}</Link>,
  },
  { name: 'Days', cell: ({ weekdays }) => (weekdays ? weekdaysInWords(weekdays) : 'All days of the order') },
  { name: 'Quantity', isNumber: true, cell: ({ quantity }) => wholeNumber(quantity) },
];

/** Shows where and when a standing order delivers. */
export function StandingOrderFacts({ of: order }: { of: StandingOrder }) {
  const { timeZone } = useSession().account;
  const pause = pauseInWords(order);
  return (
    <Card title="Details">
      {order.warnings.map(({ kind, message }) => (
        <Notice key={kind} tone="warn">
          {message}
        </Notice>
      ))}
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

/** Lists the products of a standing order. */
export function StandingOrderLines({ of: { lines } }: { of: StandingOrder }) {
  return (
    <Card title="Products" isFlush>
      <Table
        caption="Products"
        columns={LINES}
        rows={lines}
        keyOf={({ productId, weekdays }) => `${productId} ${weekdays?.join() ?? ''}`}
      />
    </Card>
  );
}
