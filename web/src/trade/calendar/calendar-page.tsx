import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
import { Choice } from '../../base/kit/form/choice.tsx';
import { dayAfter, weekOf } from '../../base/kit/words/days.ts';
import { month, shortDay } from '../../base/kit/words/format.ts';
import { Page } from '../../base/kit/layout/page.tsx';
import { useToday } from '../../base/kit/layout/use-today.ts';
import { useVisitedList } from '../../base/kit/table/visited-lists.ts';
import { SupermarketChoice } from '../../catalogue/supermarket/supermarket-choice.tsx';
import styles from './calendar.module.css';
import { DayCards } from './day-cards.tsx';
import { DaysGrid } from './days-grid.tsx';
import { type Period, PERIODS, rangeOf, shifted } from './period.ts';
import { SupermarketWeek } from './supermarket-week.tsx';

/** Shows what is planned and created on days to come: all of it, or a week of one supermarket. */
export default function CalendarPage() {
  useVisitedList('/calendar');
  const [search, setSearch] = useSearchParams();
  const today = useToday();
  const period = PERIODS.find(([each]) => each === search.get('period'))?.[0] ?? 'days';
  const anchor = dateIn(search.get('from')) ?? today;
  const [from, to] = rangeOf(period, anchor);
  const supermarketId = search.get('supermarketId') ?? '';
  const set = (values: Record<string, string>) =>
    setSearch((search) => {
      for (const [name, value] of Object.entries(values)) {
        if (value) search.set(name, value);
        else search.delete(name);
      }
      return search;
    });
  // What is planned changes with each date that is skipped here.
  const [version, setVersion] = useState(0);
  const go = (steps: number) => set({ from: shifted(period, anchor, steps), date: '' });
  const chosen = dateIn(search.get('date'));
  const first = from > today ? from : dayAfter(today, 1);
  return (
    <Page
      title="Calendar"
      about={
        period === 'week'
          ? 'What the branches of one supermarket get: deliveries, and what standing orders plan.'
          : 'What is planned, created, skipped and failed.'
      }
      actions={<ButtonLink href="/standing-orders">Standing orders</ButtonLink>}
    >
      <div className={styles.bar}>
        <Choice<Period>
          name="period"
          label="Period"
          isLabelHidden
          value={period}
          options={PERIODS}
          onChange={(period) => set({ period, date: '' })}
        />
        <div className={styles.steps}>
          <Button isSmall icon={ChevronLeft} aria-label="Earlier" onClick={() => go(-1)} />
          <strong aria-live="polite">
            {period === 'month' ? month(anchor) : `${shortDay(from)} – ${shortDay(to)}`}
          </strong>
          <Button isSmall icon={ChevronRight} aria-label="Later" onClick={() => go(1)} />
          {anchor !== today && (
            <Button isSmall onClick={() => set({ from: '', date: '' })}>
              Today
            </Button>
          )}
        </div>
        {period === 'week' && (
          <SupermarketChoice
            none="Select a supermarket"
            value={supermarketId}
            onChange={(id) => set({ supermarketId: id })}
          />
        )}
      </div>
      {period === 'week' ? (
        <SupermarketWeek key={supermarketId} supermarketId={supermarketId} monday={weekOf(anchor)[0]} />
      ) : (
        <>
          <DaysGrid
            from={from}
            to={to}
            month={period === 'month' ? anchor.slice(0, 7) : undefined}
            today={today}
            chosen={chosen ?? first}
            version={version}
            onChoose={(date) => set({ date })}
          />
          <DayCards
            key={chosen ?? first}
            date={chosen ?? first}
            version={version}
            onChange={() => setVersion((version) => version + 1)}
          />
        </>
      )}
    </Page>
  );
}

/** Returns a date of the address; undefined for none, or one that is none. */
function dateIn(text: string | null): string | undefined {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : text;
}
