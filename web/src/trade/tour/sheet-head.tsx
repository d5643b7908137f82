import { day, kilograms } from '../../base/kit/words/format.ts';
import { plural } from '../../base/kit/words/plural.ts';
import type { SheetTour } from './sheet-tour.ts';

/** The head of a sheet: name, day, driver, vehicle, start and sums. */
export function SheetHead({ tour }: { tour: SheetTour }) {
  const { name, date, driver, vehicle, startsAt, stops } = tour;
  const pieces = stops.reduce((sum, { stop }) => sum + stop.totalQuantity, 0);
  const weight = stops.reduce((sum, { stop }) => sum + stop.totalWeight, 0);
  return (
    <header>
      <h2>{name}</h2>
      <p>
        {[
          day(date),
          driver?.name ?? 'Driver: ________',
          vehicle ?? 'Vehicle: ________',
          startsAt && `from ${startsAt}`,
          plural(stops.length, 'stop'),
          plural(pieces, 'piece'),
          kilograms(weight),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </header>
  );
}
