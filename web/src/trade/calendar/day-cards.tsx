import { useState } from 'react';
import { Link } from 'wouter';
import {
  CalendarDayDocument,
  type CalendarDayQuery,
  CalendarOrdersDocument,
  type CalendarOrdersQuery,
} from '../../generated/operations.ts';
import type { Failure } from '../../base/graphql/failure.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Card } from '../../base/kit/layout/card.tsx';
import { DownloadCsv } from '../../base/kit/table/download-csv.tsx';
import { FailedNotice } from '../../base/kit/feedback/failed-notice.tsx';
import { day, kilograms, wholeNumber } from '../../base/kit/words/format.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Stacked } from '../../base/kit/table/stacked.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { OccurrenceActions } from '../standing-order/occurrence-actions.tsx';
import { piecesOf } from '../standing-order/occurrences-card.tsx';
import { OccurrenceBadge } from '../standing-order/status.tsx';
import { weekdayName, weekdayOf } from '../../base/kit/words/weekdays.ts';
import styles from './calendar.module.css';
import { OrdersPager, useOrderPages } from './orders-pager.tsx';

type Product = CalendarDayQuery['planOfDays']['days'][number]['products'][number];

/** How many standing orders are looked at a time. */
const ORDERS = 50;

const PRODUCTS: Column<Product>[] = [
  { name: 'Product', cell: ({ productId, name }) => <Link href={`/products/${productId}`}>{name}</Link> },
  { name: 'Pieces', isNumber: true, cell: ({ pieces }) => wholeNumber(pieces) },
  { name: 'Still planned', isNumber: true, isSecondary: true, cell: ({ planned }) => wholeNumber(planned) },
  { name: 'Weight', isNumber: true, isSecondary: true, cell: ({ kilograms: weight }) => kilograms(weight) },
];

interface DayCardsProps {
  date: string;
  /** The version of the day, which changes whenever something was changed here. */
  version: number;
  onChange: () => void;
}

/** Shows what one day needs of each product, and which standing orders it has. */
export function DayCards({ date, version, onChange }: DayCardsProps) {
  const plan = useData(CalendarDayDocument, { date }, { version });
  const name = `${weekdayName(weekdayOf(date), 'long')}, ${day(date)}`;
  return (
    <>
      <Card
        title={name}
        about="What exists and what standing orders will create."
        isFlush
        actions={
          <>
            <Link href={`/deliveries?dateFrom=${date}&dateTo=${date}`}>View deliveries</Link>
            <DownloadCsv list="plan-of-days" within={{ from: date, to: date }} isSmall />
          </>
        }
      >
        <Loaded of={plan} lines={4}>
          {({ planOfDays: { days } }) =>
            days[0]!.products.length > 0 ? (
              <Table
                caption={`Products of ${name}`}
                columns={PRODUCTS}
                rows={days[0]!.products}
                keyOf={({ productId }) => productId}
              />
            ) : (
              <p className={styles.none}>No deliveries are due on this day, and none are planned.</p>
            )
          }
        </Loaded>
      </Card>
      <OrdersOfDay date={date} version={version} onChange={onChange} />
    </>
  );
}

type Order = CalendarOrdersQuery['standingOrders']['nodes'][number];
interface OrderOfDay {
  order: Order;
  occurrence: Order['occurrences'][number];
}

/** Lists the standing orders of a day, some at a time. */
function OrdersOfDay({ date, version, onChange }: DayCardsProps) {
  const pages = useOrderPages(ORDERS);
  const [failure, setFailure] = useState<Failure>();
  const orders = useData(
    CalendarOrdersDocument,
    { ...pages.page, filter: {}, from: date, to: date },
    { version },
  );
  const columns: Column<OrderOfDay>[] = [
    {
      name: 'Branch',
      cell: ({ order }) => (
        <Stacked below={order.supermarketName}>
          <Link href={`/standing-orders/${order.id}`}>{order.branchName}</Link>
        </Stacked>
      ),
    },
    {
      name: 'Pieces',
      isNumber: true,
      cell: ({ occurrence }) => wholeNumber(piecesOf(occurrence.lines)),
    },
    {
      name: 'Status',
      cell: ({ occurrence }) => (
        <Stacked below={occurrence.message && <span className="wraps">{occurrence.message}</span>}>
          <OccurrenceBadge of={occurrence} />
        </Stacked>
      ),
    },
    {
      name: 'Actions',
      isNameHidden: true,
      cell: ({ order, occurrence }) => (
        <OccurrenceActions
          id={order.id}
          occurrence={occurrence}
          onChange={onChange}
          onFailure={(failure) => {
            setFailure(failure);
            onChange();
          }}
        />
      ),
    },
  ];
  return (
    <Card title="Standing orders of this day" isFlush>
      <FailedNotice failure={failure} />
      <Loaded of={orders} lines={4}>
        {({ standingOrders }) => {
          const rows = standingOrders.nodes.flatMap((order) =>
            order.occurrences.map((occurrence) => ({ order, occurrence })),
          );
          return (
            <>
              {rows.length > 0 ? (
                <Table
                  caption="Standing orders of this day"
                  columns={columns}
                  rows={rows}
                  keyOf={({ order }) => order.id}
                  isStacked
                />
              ) : (
                <p className={styles.none}>
                  {standingOrders.totalCount === 0
                    ? 'No standing orders yet.'
                    : standingOrders.pageInfo.hasNextPage || pages.position > 0
                      ? 'None of these standing orders delivers on this day.'
                      : 'No standing order delivers on this day.'}
                </p>
              )}
              <OrdersPager pages={pages} of={standingOrders} />
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}
