import { kilograms, wholeNumber } from '../../base/kit/words/format.ts';
import { cratesInWords } from '../delivery/crates-in-words.ts';
import { numberInWords } from '../delivery/numbers.ts';
import { SheetHead } from './sheet-head.tsx';
import { SheetTable } from './sheet-table.tsx';
import type { SheetTour } from './sheet-tour.ts';
import styles from './tours.module.css';

/** The day sheet of a tour: its stops in their order, each with a box to tick. */
export function DaySheet({ tour }: { tour: SheetTour }) {
  return (
    <>
      <SheetHead tour={tour} />
      <SheetTable name="Stops">
        <thead>
          <tr>
            <th scope="col">Stop</th>
            <th scope="col">Window</th>
            <th scope="col">Delivery</th>
            <th scope="col">Branch</th>
            <th scope="col">Phone</th>
            <th scope="col" className={styles.number}>
              Pieces
            </th>
            <th scope="col" className={styles.number}>
              Weight
            </th>
            <th scope="col">Done</th>
          </tr>
        </thead>
        <tbody>
          {tour.stops.map(({ position, stop }) => (
            <tr key={stop.id}>
              <td>{position}</td>
              <td>{stop.deliveryWindow ?? 'Any time'}</td>
              <td>{numberInWords(stop)}</td>
              <td>
                <strong>{stop.branchName}</strong>, {stop.supermarketName}
                <br />
                {stop.address}
                <br />
                {cratesInWords(stop.containers)}
                {stop.notes && (
                  <>
                    <br />
                    {stop.notes}
                  </>
                )}
              </td>
              <td>{stop.phone}</td>
              <td className={styles.number}>{wholeNumber(stop.totalQuantity)}</td>
              <td className={styles.number}>{kilograms(stop.totalWeight)}</td>
              <td>☐</td>
            </tr>
          ))}
        </tbody>
      </SheetTable>
    </>
  );
}
