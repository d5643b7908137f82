import { ChevronLeft, ChevronRight, Truck } from 'lucide-react';
import { useSearch } from 'wouter';
import { isOpenFromYesterday } from '../delivery/delivery-window.ts';
import { StatusBadge } from '../delivery/status.tsx';
import { StopsPageDocument, type StopsPageQuery } from '../generated/operations.ts';
import { MAX_STOPS } from '../generated/rules.ts';
import { useData } from '../graphql/use-data.ts';
import { ButtonLink } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { dayAfter, inDaysAt } from '../kit/days.ts';
import { Empty } from '../kit/empty.tsx';
import { day } from '../kit/format.ts';
import { Loaded } from '../kit/loaded.tsx';
import { Notice } from '../kit/notice.tsx';
import { Page } from '../kit/page.tsx';
import { Stacked } from '../kit/stacked.tsx';
import { type Column, Table } from '../kit/table.tsx';
import { WithdrawnBadge } from '../lot/withdrawn-badge.tsx';
import { useVisitedList } from '../kit/visited-lists.ts';
import { useSession } from '../session/session.tsx';

/** Phones are opened again and again; meanwhile stops are added and completed. */
const REFRESH_MS = 60_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

type Row = StopsPageQuery['stops'][number];

const COLUMNS: Column<Row>[] = [
  {
    name: 'Stop',
    cell: ({ supermarketName, branchName, address }) => (
      <Stacked below={address}>
        {supermarketName} · {branchName}
      </Stacked>
    ),
  },
  { name: 'Window', cell: ({ deliveryWindow }) => deliveryWindow ?? 'Any time' },
  {
    name: 'Status',
    cell: (stop) => (
      <>
        <StatusBadge status={stop.status} /> <WithdrawnBadge of={stop} />
      </>
    ),
  },
];

/** Lists the stops of a day, which the address names (default: today). */
export default function StopsPage() {
  const { account } = useSession();
  const today = inDaysAt(account.timeZone, 0);
  const asked = new URLSearchParams(useSearch()).get('date') ?? '';
  const date = DATE.test(asked) && !Number.isNaN(Date.parse(asked)) ? asked : today;
  const stops = useData(StopsPageDocument, { date }, { everyMs: REFRESH_MS });
  const yesterday = { date: dayAfter(today, -1) };
  const night = useData(StopsPageDocument, yesterday, { everyMs: REFRESH_MS, isPaused: date !== today });
  const fromYesterday = (date === today ? (night.data?.stops ?? []) : []).filter(
    ({ status, deliveryWindow }) =>
      status !== 'COMPLETED' && isOpenFromYesterday(deliveryWindow, account.timeZone),
  );
  useVisitedList('/stops');
  return (
    <Page
      title="Stops"
      about={date === today ? `Today, ${day(date)}` : day(date)}
      actions={
        <>
          <ButtonLink icon={ChevronLeft} href={`/stops?date=${dayAfter(date, -1)}`}>
            Previous<span className="visually-hidden"> day</span>
          </ButtonLink>
          {date !== today && <ButtonLink href="/stops">Today</ButtonLink>}
          <ButtonLink icon={ChevronRight} href={`/stops?date=${dayAfter(date, 1)}`}>
            Next<span className="visually-hidden"> day</span>
          </ButtonLink>
        </>
      }
    >
      {fromYesterday.length > 0 && (
        <Card title="From yesterday" about="Delivery windows that end today" isFlush>
          <StopTable caption="Stops from yesterday" stops={fromYesterday} />
        </Card>
      )}
      <Loaded of={stops}>{({ stops }) => <Stops stops={stops} date={date} />}</Loaded>
    </Page>
  );
}

function Stops({ stops, date }: { stops: readonly Row[]; date: string }) {
  if (stops.length === 0) {
    return (
      <Empty icon={Truck} title={`No stops on ${day(date)}`}>
        <p>Deliveries of this day appear here.</p>
      </Empty>
    );
  }
  return (
    <>
      {stops.length === MAX_STOPS && (
        <Notice tone="warn">Only the first {MAX_STOPS} stops of the day are shown.</Notice>
      )}
      <Card isFlush>
        <StopTable caption="Stops" stops={stops} />
      </Card>
    </>
  );
}

/** Lists stops by the start of their windows. */
function StopTable({ caption, stops }: { caption: string; stops: readonly Row[] }) {
  return (
    <Table
      caption={caption}
      columns={COLUMNS}
      rows={stops.toSorted((one, other) => startOf(one).localeCompare(startOf(other)))}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/stops/${id}`}
    />
  );
}

/** Stops without a window come last. */
function startOf({ deliveryWindow }: Row): string {
  return deliveryWindow ?? '99';
}
