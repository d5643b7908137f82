import { useState } from 'react';
import {
  CreateTourDocument,
  FreeStopsDocument,
  type FreeStopsQuery,
  OrderStopsDocument,
  type TourFactsFragment,
} from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { SelectField, TextField } from '../../base/kit/form/field.tsx';
import { Form, FormActions } from '../../base/kit/form/form.tsx';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { useMay } from '../../base/session/may.tsx';
import { numberInWords } from '../delivery/numbers.ts';
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

/** Lists the deliveries of a day that are in no tour, by window, and puts ticked ones into a tour. */
export function FreeStops({ date, drivers, tours, version, onChange }: FreeStopsProps) {
  const [words, setWords] = useState('');
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const free = useData(FreeStopsDocument, { date, words: words.trim() || null, after: null }, { version });
  const mayWrite = useMay()('deliveries:write');
  const stops = (free.data?.deliveries.nodes ?? []).toSorted(byWindow);
  const chosen = stops.filter(({ id }) => ticked.includes(id)).map(({ id }) => id);
  const done = () => {
    setTicked([]);
    onChange();
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
          <ul className={styles.stops}>
            {stops.map((stop) => (
              <li key={stop.id}>
                <label className={styles.free}>
                  {mayWrite && (
                    <input
                      type="checkbox"
                      checked={ticked.includes(stop.id)}
                      onChange={({ target }) =>
                        setTicked(
                          target.checked ? [...ticked, stop.id] : ticked.filter((id) => id !== stop.id),
                        )
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
        <PutIntoTour key={chosen.length} chosen={chosen} {...{ date, drivers, tours }} onDone={done} />
      )}
    </Card>
  );
}

interface PutIntoTourProps {
  chosen: readonly string[];
  date: string;
  drivers: readonly Driver[];
  tours: readonly TourFactsFragment[];
  onDone: () => void;
}

/** Makes a new tour of ticked deliveries, in the order in which they are listed, or adds them to one. */
function PutIntoTour({ chosen, date, drivers, tours, onDone }: PutIntoTourProps) {
  const toast = useToast();
  const [into, setInto] = useState('');
  const creating = useAction(CreateTourDocument, ['Delivery']);
  const ordering = useAction(OrderStopsDocument, ['Delivery']);
  const submit = async (values: FormData) => {
    const tour = tours.find(({ id }) => id === into);
    if (tour) {
      const deliveryIds = [...tour.stops.map(({ stop }) => stop.id), ...chosen];
      const added = await ordering.run({ id: tour.id, deliveryIds, takeOver: false, ifMatch: tour.version });
      if (!added) return;
      toast(`${plural(chosen.length, 'stop')} added to ${tour.name}`);
    } else {
      const driverId = String(values.get('driverId') ?? '') || null;
      const input = { date, deliveryIds: [...chosen], driverId };
      const created = await creating.run({ input, takeOver: false });
      if (!created) return;
      toast(`${created.createTour.name} created, with ${plural(chosen.length, 'stop')}`);
    }
    onDone();
  };
  return (
    <Form onSubmit={(values) => void submit(values)} failure={creating.failure ?? ordering.failure}>
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
        <Button type="submit" kind="primary" isBusy={creating.isRunning || ordering.isRunning}>
          {into === ''
            ? `Create with ${plural(chosen.length, 'stop')}`
            : `Add ${plural(chosen.length, 'stop')}`}
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
