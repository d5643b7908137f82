import { useDeferredValue, useState } from 'react';
import { Link } from 'wouter';
import { OrderStopsDocument, type TourFactsFragment } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { kilograms } from '../../base/kit/words/format.ts';
import { plural } from '../../base/kit/words/plural.ts';
import { useMay } from '../../base/session/may.tsx';
import { Route } from 'lucide-react';
import type { DraggedStops } from './dragged-stops.ts';
import { dropped, moved, type Move } from './moved.ts';
import { StopList } from './stop-list.tsx';
import { TakeOver, toursWithStops } from './take-over.tsx';
import { TourMenu } from './tour-menu.tsx';
import type { Driver } from './tour-fields.tsx';
import styles from './tours.module.css';

interface TourColumnsProps {
  tours: readonly TourFactsFragment[];
  drivers: readonly Driver[];
  onChange: () => void;
}

/** An order that was refused, because somebody else changed the tour, or put a stop into another one. */
interface Refused {
  tourId: string;
  ids: readonly string[];
  /** The tours that have stops of the order by now. */
  from: readonly string[];
}

/**
 * Shows the tours of a day beside each other. Stops move within a tour and between them by dragging, keys and
 * menus.
 */
export function TourColumns({ tours: latest, drivers, onChange }: TourColumnsProps) {
  // Thousands of stops are rendered in steps, between which the page responds.
  const tours = useDeferredValue(latest, []);
  const toast = useToast();
  const mayWrite = useMay()('deliveries:write');
  const ordering = useAction(OrderStopsDocument, ['Delivery']);
  const [refused, setRefused] = useState<Refused>();
  const [announced, setAnnounced] = useState('');
  if (latest.length === 0) {
    return (
      <Empty icon={Route} title="No tours yet">
        <p>Plan them from templates or as last week, or tick deliveries and create one.</p>
      </Empty>
    );
  }
  const order = async (tour: TourFactsFragment, ids: readonly string[], said: string, takeOver = true) => {
    const saved = await ordering.run(
      { id: tour.id, deliveryIds: [...ids], takeOver, ifMatch: tour.version },
      (failure) => {
        const from = toursWithStops(failure);
        if (failure.field === 'ifMatch' || from.length > 0) setRefused({ tourId: tour.id, ids, from });
        else toast(failure.message, 'warn');
        onChange();
      },
    );
    if (!saved) return;
    setRefused(undefined);
    setAnnounced(said);
    onChange();
  };
  const move = (tour: TourFactsFragment, id: string, to: Move) => {
    const step = moved(tours, tour, id, to);
    if (step) void order(step.tour, step.ids, step.said);
  };
  const drop = (tour: TourFactsFragment, dragged: DraggedStops, before: string | undefined) => {
    const step = dropped(tour, dragged, before);
    // Somebody can have put a stop that was in no tour into another one meanwhile.
    if (step) void order(step.tour, step.ids, step.said, dragged.tourId !== null);
  };
  const saveRefused = (tour: TourFactsFragment) =>
    refused && void order(tour, refused.ids, `${tour.name} saved in your order`);
  const titles = titlesOf(tours);
  const named = Array.from(titles, ([id, name]) => ({ id, name }));
  const stolen = refused && refused.from.length > 0 && tours.find(({ id }) => id === refused.tourId);
  return (
    <div className={styles.tours}>
      <p className="visually-hidden" role="status">
        {announced}
      </p>
      {tours.map((tour) => (
        <Card
          key={tour.id}
          title={titles.get(tour.id)}
          about={aboutTour(tour)}
          actions={<TourMenu tour={tour} drivers={drivers} onChange={onChange} />}
        >
          {refused?.tourId === tour.id && refused.from.length === 0 && (
            <Notice
              tone="warn"
              title={`Somebody changed ${tour.name} meanwhile`}
              actions={
                <>
                  <Button
                    isSmall
                    kind="primary"
                    isBusy={ordering.isRunning}
                    onClick={() => saveRefused(tour)}
                  >
                    Save my order
                  </Button>
                  <Button isSmall onClick={() => setRefused(undefined)}>
                    Keep theirs
                  </Button>
                </>
              }
            >
              Theirs is below. Yours: {namesOf(tours, refused.ids).join(', ')}.
            </Notice>
          )}
          <StopList
            tour={tour}
            others={named.filter(({ id }) => id !== tour.id)}
            isBusy={ordering.isRunning}
            onMove={mayWrite ? (id, to) => move(tour, id, to) : undefined}
            onDropStops={(dragged, before) => drop(tour, dragged, before)}
          />
          <Link href={`/tours/${tour.id}`}>Open {tour.name}</Link>
        </Card>
      ))}
      {stolen && (
        <TakeOver
          from={refused.from}
          isBusy={ordering.isRunning}
          onConfirm={() => saveRefused(stolen)}
          onClose={() => setRefused(undefined)}
        />
      )}
    </div>
  );
}

/** Returns the titles of tours: several of one name are numbered, so that nobody confuses them. */
function titlesOf(tours: readonly TourFactsFragment[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  return new Map(
    tours.map(({ id, name }) => {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return [id, count === 1 ? name : `${name} (${count})`];
    }),
  );
}

/** Returns a tour in a line: driver, vehicle, start, progress and sums. */
export function aboutTour({ driver, vehicle, startsAt, progress, stops }: TourFactsFragment): string {
  const pieces = stops.reduce((sum, { stop }) => sum + stop.totalQuantity, 0);
  const weight = stops.reduce((sum, { stop }) => sum + stop.totalWeight, 0);
  return [
    driver?.name ?? 'No driver',
    vehicle,
    startsAt && `from ${startsAt}`,
    `${progress.completed} of ${plural(progress.stops, 'stop')} completed`,
    plural(pieces, 'piece'),
    weight > 0 && kilograms(weight),
  ]
    .filter(Boolean)
    .join(' · ');
}

function namesOf(tours: readonly TourFactsFragment[], ids: readonly string[]): string[] {
  const names = new Map(tours.flatMap(({ stops }) => stops.map(({ stop }) => [stop.id, stop.branchName])));
  return ids.map((id) => names.get(id) ?? `#${id}`);
}
