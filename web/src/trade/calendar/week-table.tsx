import { useState } from 'react';
import { Link } from 'wouter';
import { CalendarOrdersDocument, type CalendarOrdersQuery } from '../../generated/operations.ts';
import type { Failure } from '../../base/graphql/failure.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Card } from '../../base/kit/layout/card.tsx';
import { dayAfter } from '../../base/kit/words/days.ts';
import { FailedNotice } from '../../base/kit/feedback/failed-notice.tsx';
import { day, shortDay } from '../../base/kit/words/format.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { OccurrenceActions } from '../standing-order/occurrence-actions.tsx';
import { OccurrenceBadge } from '../standing-order/status.tsx';
import { weekdayName, weekdayOf } from '../../base/kit/words/weekdays.ts';
import styles from './calendar.module.css';
import { OrdersPager, useOrderPages } from './orders-pager.tsx';

type Order = CalendarOrdersQuery['standingOrders']['nodes'][number];

/**
 * How many standing orders are shown at a time: with seven dates of 90 lines each, a response has room for no
 * more.
 */
const ORDERS = 15;
/** The days of a week after its Monday. */
export const DAYS = [0, 1, 2, 3, 4, 5, 6];

interface WeekTableProps {
  supermarketId: string;
  monday: string;
  /** Called when a date was skipped or restored. */
  onChange: () => void;
}

/** Shows a week of the standing orders of one supermarket: a row for each, a column for each day. */
export function WeekTable({ supermarketId, monday, onChange }: WeekTableProps) {
  const [failure, setFailure] = useState<Failure>();
  const dates = DAYS.map((days) => dayAfter(monday, days));
  const pages = useOrderPages(ORDERS);
  const variables = { ...pages.page, filter: { supermarketId }, from: monday, to: dates[6]! };
  const orders = useData(CalendarOrdersDocument, variables);
  const reload = () => {
    orders.reload();
    onChange();
  };
  const fail = (failure: Failure) => {
    setFailure(failure);
    reload();
  };
  return (
    <Card title="Standing orders of this week" about="Skip or restore single dates." isFlush>
      <FailedNotice failure={failure} />
      <Loaded of={orders} lines={6}>
        {({ standingOrders }) => {
          const rows = standingOrders.nodes.filter(({ occurrences }) => occurrences.length > 0);
          return (
            <>
              {rows.length > 0 ? (
                <div
                  className={styles.week}
                  role="region"
                  aria-label="Table: standing orders of the week"
                  // A scrolling region must be reachable by keyboard.
                  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
                  tabIndex={0}
                >
                  <table>
                    <caption className="visually-hidden">
                      Standing orders of the week from {day(monday)}
                    </caption>
                    <thead>
                      <tr>
                        <th scope="col">Branch</th>
                        {dates.map((date) => (
                          <th key={date} scope="col">
                            {weekdayName(weekdayOf(date))} {shortDay(date)}
                          </th>
                        ))}
                      </tr>
                    </thead>
                    <tbody>
                      {rows.map((order) => (
                        <tr key={order.id}>
                          <th scope="row">
                            <Link href={`/standing-orders/${order.id}`}>{order.branchName}</Link>
                          </th>
                          {dates.map((date) => (
                            <td key={date}>
                              <DateOfOrder order={order} date={date} onChange={reload} onFailure={fail} />
                            </td>
                          ))}
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              ) : (
                <p className={styles.none}>
                  {standingOrders.totalCount === 0
                    ? 'This supermarket has no standing orders.'
                    : 'None of its standing orders on this page has a date in this week.'}
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

interface DateOfOrderProps {
  order: Order;
  date: string;
  onChange: () => void;
  onFailure: (failure: Failure) => void;
}

/** Shows what an order delivers on a date; nothing if it has no such date. */
function DateOfOrder({ order, date, onChange, onFailure }: DateOfOrderProps) {
  const occurrence = order.occurrences.find((each) => each.date === date);
  if (!occurrence) return null;
  const { status, lines, message } = occurrence;
  return (
    <>
      <OccurrenceBadge of={occurrence} />
      {status === 'SKIPPED' || status === 'FAILED' ? (
        message && <p className={styles.soft}>{message}</p>
      ) : (
        <ul>
          {lines.map(({ productId, name, quantity }) => (
            <li key={productId}>
              {quantity} × {name}
            </li>
          ))}
        </ul>
      )}
      <OccurrenceActions id={order.id} occurrence={occurrence} onChange={onChange} onFailure={onFailure} />
    </>
  );
}
