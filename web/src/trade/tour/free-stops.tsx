import { type DragEvent, useState } from 'react';
import {
  CreateTourDocument,
  FreeStopsDocument,
  type FreeStopsQuery,
  OrderStopsDocument,
  type TourFactsFragment,
} from '../../generated/operations.ts';
import type { Failure } from '../../base/graphql/failure.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { SelectField, TextField } from '../../base/kit/form/field.tsx';
import { Form, FormActions } from '../../base/kit/form/form.tsx';
import { textIn } from '../../base/kit/form/text-in.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { useSelection } from '../../base/kit/table/use-selection.ts';
import { useMay } from '../../base/session/may.tsx';
import { numberInWords } from '../delivery/numbers.ts';
import { acceptsStops, dragStops, droppedStops } from './dragged-stops.ts';
import { TakeOver, toursWithStops } from './take-over.tsx';
import type { Driver } from './tour-fields.tsx';
import { DriverField } from './tour-fields.tsx';
import styles from './tours.module.css';

type FreeStop = FreeStopsQuery['deliveries']['nodes'][number];

interface FreeStopsProps {
  date: string;
  drivers: readonly Driver[];
  tours: readonly TourFactsFragment[];
  version: number;
  onChange: () => void;
}

/** Deliveries that are put into a tour. */
interface Put {
  ids: readonly string[];
  /** Null for a new tour. */
  tourId: string | null;
  driverId: string | null;
}

/**
 * Lists the deliveries of a day that are in no tour, by window, and puts ticked ones into a tour. They can be
 * dragged into one, and stops of tours back.
 */
export function FreeStops({ date, drivers, tours, version, onChange }: FreeStopsProps) {
  const [words, setWords] = useState('');
  const free = useData(FreeStopsDocument, { date, words: words.trim() || null, after: null }, { version });
  const toast = useToast();
  const mayWrite = useMay()('deliveries:write');
  // Until the list is read again, it has what was put into a tour, and ticks there would be lost.
  const [left, setLeft] = useState<{ ids: readonly string[]; list: FreeStopsQuery | undefined }>();
  const gone = left?.list === free.data ? left?.ids : undefined;
  const stops = (free.data?.deliveries.nodes ?? [])
    .filter(({ id }) => !gone?.includes(id))
    .toSorted(byWindow);
  const selection = useSelection(date, stops);
  const chosen = stops.filter(selection.has).map(({ id }) => id);
  const creating = useAction(CreateTourDocument, ['Delivery']);
  const ordering = useAction(OrderStopsDocument, ['Delivery']);
  const [refused, setRefused] = useState<{ put: Put; from: readonly string[] }>();
  const isBusy = creating.isRunning || ordering.isRunning;
  const save = async (put: Put, takeOver = false) => {
    const tour = tours.find(({ id }) => id === put.tourId);
    const ask = (failure: Failure) => {
      const from = toursWithStops(failure);
      setRefused(from.length > 0 ? { put, from } : undefined);
    };
    const saved = tour
      ? await ordering.run(
          {
            id: tour.id,
            deliveryIds: [...tour.stops.map(({ stop }) => stop.id), ...put.ids],
            takeOver,
            ifMatch: tour.version,
          },
          ask,
        )
      : await creating.run(
          { input: { date, deliveryIds: [...put.ids], driverId: put.driverId }, takeOver },
          ask,
        );
    if (!saved) return;
    const stops = plural(put.ids.length, 'stop');
    if ('createTour' in saved) toast(`${saved.createTour.name} created, with ${stops}`);
    else toast(`${stops} added to ${saved.orderStops.name}`);
    setRefused(undefined);
    setLeft({ ids: put.ids, list: free.data });
    selection.clear();
    onChange();
  };
  const drop = async (event: DragEvent) => {
    const dragged = droppedStops(event);
    const tour = tours.find(({ id }) => id === dragged?.tourId);
    if (!dragged || !tour || isBusy) return;
    const stay = tour.stops.filter(({ stop }) => !dragged.ids.includes(stop.id));
    const deliveryIds = stay.map(({ stop }) => stop.id);
    const order = { id: tour.id, deliveryIds, takeOver: false, ifMatch: tour.version };
    const saved = await ordering.run(order, ({ message }) => toast(message, 'warn'));
    if (saved) toast(`${plural(dragged.ids.length, 'stop')} taken out of ${tour.name}`);
    onChange();
  };
  const dropping = mayWrite && {
    onDragOver: (event: DragEvent) => void acceptsStops(event),
    onDrop: (event: DragEvent) => void drop(event),
  };
  return (
    <Card title="In no tour" about={free.data && countOf(free.data)}>
      <TextField
        name="words"
        label="Search"
        isLabelHidden
        placeholder="Branch, number…"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <Loaded of={free}>
        {() => (
          <ul className={styles.stops} {...dropping}>
            {stops.length === 0 && (
              <li>{words.trim() ? 'No delivery matches' : 'All deliveries are in a tour'}</li>
            )}
            {stops.map((stop) => (
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see its checkbox
              <li
                key={stop.id}
                draggable={mayWrite}
                onDragStart={(event) =>
                  dragStops(event, { ids: chosen.includes(stop.id) ? chosen : [stop.id], tourId: null })
                }
              >
                <label className={styles.free}>
                  {mayWrite && (
                    <input
                      type="checkbox"
                      checked={selection.has(stop)}
                      disabled={isBusy}
                      onChange={({ nativeEvent }) =>
                        (nativeEvent as MouseEvent).shiftKey
                          ? selection.extend(stops, stop)
                          : selection.toggle(stop)
                      }
                    />
                  )}
                  <span>
                    <strong>{stop.branchName}</strong> {stop.supermarketName}
                    <br />
                    {stop.branch.deliveryWindow ?? 'Any time'} · {numberInWords(stop)} ·{' '}
                    {plural(stop.totalQuantity, 'piece')}
                  </span>
                </label>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {mayWrite && chosen.length > 0 && (
        <PutIntoTour
          count={chosen.length}
          {...{ drivers, tours, isBusy }}
          failure={refused ? undefined : (creating.failure ?? ordering.failure)}
          onSubmit={(tourId, driverId) => void save({ ids: chosen, tourId, driverId })}
        />
      )}
      {refused && (
        <TakeOver
          from={refused.from}
          isBusy={isBusy}
          onConfirm={() => void save(refused.put, true)}
          onClose={() => setRefused(undefined)}
        />
      )}
    </Card>
  );
}

interface PutIntoTourProps {
  count: number;
  drivers: readonly Driver[];
  tours: readonly TourFactsFragment[];
  isBusy: boolean;
  failure: Failure | undefined;
  /** @param tourId null for a new tour */
  onSubmit: (tourId: string | null, driverId: string | null) => void;
}

/** Makes a new tour of ticked deliveries, in the order in which they are listed, or adds them to one. */
function PutIntoTour({ count, drivers, tours, isBusy, failure, onSubmit }: PutIntoTourProps) {
  const [into, setInto] = useState('');
  return (
    <Form onSubmit={(values) => onSubmit(into || null, textIn(values, 'driverId'))} failure={failure}>
      <SelectField name="tour" label="Tour" value={into} onChange={({ target }) => setInto(target.value)}>
        <option value="">New tour</option>
        {tours.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {into === '' && <DriverField drivers={drivers} />}
      <FormActions>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {into === '' ? `Create with ${plural(count, 'stop')}` : `Add ${plural(count, 'stop')}`}
        </Button>
      </FormActions>
    </Form>
  );
}

function byWindow(one: FreeStop, other: FreeStop): number {
  const startOf = ({ branch }: FreeStop) => branch.deliveryWindow ?? '99';
  return startOf(one).localeCompare(startOf(other)) || Number(one.id) - Number(other.id);
}

function countOf({ deliveries: { nodes, pageInfo } }: FreeStopsQuery): string {
  return pageInfo.hasNextPage
    ? `The first ${nodes.length}. Search for others, or plan first`
    : plural(nodes.length, 'delivery');
}
