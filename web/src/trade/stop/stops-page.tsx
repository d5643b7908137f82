import { ChevronLeft, ChevronRight, Truck } from 'lucide-react';
import { Link, useSearch } from 'wouter';
import { isOpenFromYesterday } from '../delivery/delivery-window.ts';
import { numberInWords } from '../delivery/numbers.ts';
import { StatusBadge } from '../delivery/status.tsx';
import { StopsPageDocument, type StopsPageQuery } from '../../generated/operations.ts';
import { MAX_STOPS } from '../../generated/rules.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Badge } from '../../base/kit/layout/badge.tsx';
import { ButtonLink } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { dayAfter } from '../../base/kit/words/days.ts';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { day, kilograms } from '../../base/kit/words/format.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { useToday } from '../../base/kit/layout/use-today.ts';
import { plural } from '../../base/kit/words/plural.ts';
import { Stacked } from '../../base/kit/table/stacked.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { WithdrawnBadge } from '../lot/withdrawn-badge.tsx';
import { useVisitedList } from '../../base/kit/table/visited-lists.ts';
import { ownStopsOf } from '../../base/phone/day-news.ts';
import type { Waiting } from '../../base/phone/store.ts';
import { useSession } from '../../base/session/session.tsx';
import { asChanged } from './as-changed.ts';
import { ChangedTours } from './changed-tours.tsx';
import { NextStop } from './next-stop.tsx';
import { inTourOrder, type OrderedTour } from './stop-order.ts';
import { StartTour } from './start-tour.tsx';
import { useKeptApp, useKeptDay } from './use-kept-day.ts';
import { type Changes, useChangesOfStops } from './use-changes-of-stops.ts';
import { useDayNews } from './use-day-news.ts';

/** Phones are opened again and again; meanwhile stops are added and completed. */
const REFRESH_MS = 60_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

type ListedStop = StopsPageQuery['stops'][number];

const COLUMNS: Column<ListedStop>[] = [
  {
    name: 'Stop',
    cell: (stop) => (
      <Stacked
        below={
          <>
            {stop.address}
            <br />
            {numberInWords(stop)} · {plural(stop.totalQuantity, 'unit')}
            {stop.totalWeight > 0 && ` · ${kilograms(stop.totalWeight)}`}
          </>
        }
      >
        {stop.supermarketName} · {stop.branchName}
      </Stacked>
    ),
  },
  {
    name: 'Window',
    cell: ({ deliveryWindow }) => <span className="one-line">{deliveryWindow ?? 'Any time'}</span>,
  },
];

/** Lists the stops of a day, which the address names (default: today). */
export default function StopsPage() {
  const { account, person } = useSession();
  const today = useToday();
  const asked = new URLSearchParams(useSearch()).get('date') ?? '';
  const date = DATE.test(asked) && !Number.isNaN(Date.parse(asked)) ? asked : today;
  const stops = useData(StopsPageDocument, { date }, { everyMs: REFRESH_MS });
  const yesterday = { date: dayAfter(today, -1) };
  const night = useData(StopsPageDocument, yesterday, { everyMs: REFRESH_MS, isPaused: date !== today });
  const fromYesterday = (date === today ? (night.data?.stops ?? []) : []).filter(
    ({ status, deliveryWindow }) =>
      status !== 'COMPLETED' && isOpenFromYesterday(deliveryWindow, account.timeZone),
  );
  useKeptApp();
  useKeptDay(date, stops.data);
  useKeptDay(fromYesterday.length > 0 ? yesterday.date : undefined, night.data);
  const changes = useChangesOfStops(stops.reload) ?? { all: [], waiting: [] };
  const news = useDayNews();
  useVisitedList('/stops');
  const next =
    nextOf(fromYesterday, night.data?.tours ?? [], changes, person.id) ??
    nextOf(stops.data?.stops ?? [], stops.data?.tours ?? [], changes, person.id);
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
      <WaitingSummary waiting={changes.waiting} />
      <ChangedTours date={date} news={news?.get(date)} />
      {next && <NextStop stop={next} />}
      {fromYesterday.length > 0 && (
        <Card title="From yesterday" about="Delivery windows that end today" isFlush>
          <StopTable
            caption="Stops from yesterday"
            stops={fromYesterday}
            tours={night.data?.tours ?? []}
            changes={changes}
            added={news?.get(yesterday.date)?.added}
          />
        </Card>
      )}
      <Loaded of={stops}>
        {({ stops, tours }) => <Stops {...{ stops, tours, date, changes }} added={news?.get(date)?.added} />}
      </Loaded>
    </Page>
  );
}

/** Returns the first open stop of somebody's tours; undefined while no tour of the day has a driver. */
function nextOf(
  stops: readonly ListedStop[],
  tours: StopsPageQuery['tours'],
  { all }: Changes,
  personId: string,
): ListedStop | undefined {
  const own = ownStopsOf(personId, tours) ?? [];
  const changed = stops.map((stop) => asChanged(stop, all));
  const open = changed.filter(({ id, status }) => own.includes(id) && status !== 'COMPLETED');
  return inTourOrder(open, tours)[0];
}

/** Says how much waits on this phone to be sent, and what the service has refused. */
function WaitingSummary({ waiting }: { waiting: readonly Waiting[] }) {
  const refused = waiting.filter(({ refusal }) => refusal);
  const { length } = waiting.filter(({ refusal }) => !refusal);
  return (
    <>
      {refused.length > 0 && (
        <Notice tone="bad" title={`${plural(refused.length, 'change')} not accepted`}>
          {refused.map(({ key, stopId }) => (
            <span key={key}>
              <Link href={`/stops/${stopId}`}>Open delivery #{stopId}</Link>{' '}
            </span>
          ))}
        </Notice>
      )}
      {length > 0 && <Notice tone="note" title={`${plural(length, 'change')} waiting to be sent`} />}
    </>
  );
}

interface StopsProps {
  stops: readonly ListedStop[];
  tours: StopsPageQuery['tours'];
  date: string;
  changes: Changes;
  added: readonly string[] | undefined;
}

function Stops({ stops, tours, date, changes, added }: StopsProps) {
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
      {tours.map((tour) => (
        <StartTour key={tour.id} tour={tour} stops={stops.map((stop) => asChanged(stop, changes.all))} />
      ))}
      <Card isFlush>
        <StopTable caption="Stops" {...{ stops, tours, changes, added }} />
      </Card>
    </>
  );
}

interface StopTableProps {
  caption: string;
  stops: readonly ListedStop[];
  tours: readonly OrderedTour[];
  changes: Changes;
  /** The ids of the stops that are new to the driver. */
  added: readonly string[] | undefined;
}

/** Lists stops in the order of the tour, open ones first, with what was done on this phone. */
function StopTable({ caption, stops, tours, changes: { all, waiting }, added }: StopTableProps) {
  const isDone = ({ status }: ListedStop) => Number(status === 'COMPLETED');
  const columns: Column<ListedStop>[] = [
    ...COLUMNS,
    {
      name: 'Status',
      cell: (stop) => (
        <>
          <StatusBadge status={stop.status} /> {added?.includes(stop.id) && <Badge tone="warn">New</Badge>}{' '}
          <WithdrawnBadge of={stop} />{' '}
          <WaitingBadge waiting={waiting.filter(({ stopId }) => stopId === stop.id)} />
        </>
      ),
    },
  ];
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={inTourOrder(
        stops.map((stop) => asChanged(stop, all)),
        tours,
      ).toSorted((one, other) => isDone(one) - isDone(other))}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/stops/${id}`}
    />
  );
}

function WaitingBadge({ waiting }: { waiting: readonly Waiting[] }) {
  if (waiting.length === 0) return null;
  return waiting.some(({ refusal }) => refusal) ? (
    <Badge tone="bad">Not accepted</Badge>
  ) : (
    <Badge tone="note">Not sent yet</Badge>
  );
}
