import { Printer, Store } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { SupermarketWeekDocument, type SupermarketWeekQuery } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { dayAfter } from '../../base/kit/words/days.ts';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { day } from '../../base/kit/words/format.ts';
import { plural } from '../../base/kit/words/plural.ts';
import { totalsInWords } from '../../base/kit/words/totals-in-words.ts';
import { useSession } from '../../base/session/session.tsx';
import { rangeInWords } from '../../base/list/date-range.ts';
import styles from './calendar.module.css';
import { WeekProducts } from './week-products.tsx';
import { DAYS, WeekTable } from './week-table.tsx';

/** Shows a week of one supermarket to print: what its branches get of each product on each day. */
export function SupermarketWeek({ supermarketId, monday }: { supermarketId: string; monday: string }) {
  const dates = DAYS.map((days) => dayAfter(monday, days));
  const sunday = dates.at(-1)!;
  const [version, setVersion] = useState(0);
  const week = useData(
    SupermarketWeekDocument,
    { supermarketId, from: monday, to: sunday },
    { isPaused: supermarketId === '', version },
  );
  const { currency } = useSession().account;
  if (supermarketId === '') {
    return (
      <Card>
        <Empty icon={Store} title="Select a supermarket">
          <p>What its branches get in the week is shown as a table to print.</p>
        </Empty>
      </Card>
    );
  }
  const search = new URLSearchParams({ supermarketId, dateFrom: monday, dateTo: sunday });
  const name = week.data?.supermarket?.name ?? 'this supermarket';
  return (
    <>
      <Card
        title={`Week from ${day(monday)}`}
        about={sumsOf(week.data, currency)}
        isFlush
        actions={
          <>
            <Link href={`/supermarkets/${supermarketId}`}>View supermarket</Link>
            <Link href={`/deliveries?${search}`}>View deliveries</Link>
            <Button isSmall icon={Printer} onClick={() => window.print()}>
              Print
            </Button>
          </>
        }
      >
        <Loaded of={week} lines={6}>
          {({ supermarketWeek }) =>
            supermarketWeek.length > 0 ? (
              <WeekProducts lines={supermarketWeek} dates={dates} />
            ) : (
              <p className={styles.none}>
                No deliveries to {name} are due {rangeInWords(monday, sunday)}, and none are planned.
                Cancelled ones are not counted.
              </p>
            )
          }
        </Loaded>
      </Card>
      <WeekTable
        supermarketId={supermarketId}
        monday={monday}
        onChange={() => setVersion((version) => version + 1)}
      />
    </>
  );
}

/** Returns what the deliveries of the week that are not cancelled add up to. */
function sumsOf(data: SupermarketWeekQuery | undefined, currency: string): string | undefined {
  const totals = data?.deliveryTotals;
  if (!data) return undefined;
  if (!totals) return totalsInWords(null, currency);
  const { cancelled } = totals;
  const count = totals.count - cancelled.count;
  if (count === 0) return undefined;
  const [quantity, value] = [totals.quantity - cancelled.units, totals.value - cancelled.value];
  return `${plural(count, 'delivery')} · ${totalsInWords({ quantity, value }, currency)}`;
}
