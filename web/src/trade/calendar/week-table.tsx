import { Printer, Store } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { CalendarOrdersDocument, type CalendarOrdersQuery } from '../../generated/operations.ts';
import type { Failure } from '../../base/graphql/failure.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { dayAfter } from '../../base/kit/words/days.ts';
import { Empty } from '../../base/kit/feedback/empty.tsx';
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
const DAYS = [0, 1, 2, 3, 4, 5, 6];

/** Shows a week of one supermarket to print: a row for each standing order, a column for each day. */
export function WeekTable({ supermarketId, monday }: { supermarketId: string; monday: string }) {
  const [failure, setFailure] = useState<Failure>();
  const dates = DAYS.map((days) => dayAfter(monday, days));
  const pages = useOrderPages(ORDERS);
  const variables = { ...pages.page, filter: { supermarketId }, from: monday, to: dates[6]! };
  const orders = useData(CalendarOrdersDocument, variables, { isPaused: supermarketId === '' });
  if (supermarketId === '') {
    return (
      <Card>
        <Empty icon={Store} title="Select a supermarket">
          <p>Its week is shown as a table to print.</p>
        </Empty>
      </Card>
    );
  }
  const fail = (failure: Failure) => {
    setFailure(failure);
    orders.reload();
  };
  return (
    <Card
      title={`Week from ${day(monday)}`}
      isFlush
      actions={
        <Button isSmall icon={Printer} onClick={() => window.print()}>
          Print
        </Button>
      }
    >
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
                  aria-label="Table: week"
                  // A scrolling region must be reachable by keyboard.
                  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
                  tabIndex={0}
                >
                  <table>
                    <caption className="visually-hidden">Week from {day(monday)}</caption>
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
                              <DateOfOrder
                                order={order}
                                date={date}
                                onChange={orders.reload}
                                onFailure={fail}
                              />
                            </td>
                          ))}
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              ) : (
                <p className={styles.none}>No standing orders deliver in this week.</p>
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
