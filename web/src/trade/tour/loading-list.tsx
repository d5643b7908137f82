import { wholeNumber } from '../../base/kit/words/format.ts';
import { plural } from '../../base/kit/words/plural.ts';
import { numberInWords } from '../delivery/numbers.ts';
import { LotList } from '../lot/lot-list.tsx';
import { UNITS } from '../../catalogue/product/units.ts';
import { SheetHead } from './sheet-head.tsx';
import { SheetTable } from './sheet-table.tsx';
import type { SheetTour } from './sheet-tour.ts';
import styles from './tours.module.css';

type Line = SheetTour['stops'][number]['stop']['lines'][number];

/** The loading list of a tour: its products, then its stops with their lines, the last one first. */
export function LoadingList({ tour }: { tour: SheetTour }) {
  return (
    <>
      <SheetHead tour={tour} />
      <SheetTable name="Products">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col" className={styles.number}>
              Quantity
            </th>
          </tr>
        </thead>
        <tbody>
          {sumsOf(tour).map(({ productId, name, quantity, unit }) => (
            <tr key={productId}>
              <td>{name}</td>
              <td className={styles.number}>{plural(quantity, UNITS[unit].toLowerCase())}</td>
            </tr>
          ))}
        </tbody>
      </SheetTable>
      <SheetTable name="Stops, the last one first">
        <thead>
          <tr>
            <th scope="col">Stop</th>
            <th scope="col">Branch</th>
            <th scope="col">Product</th>
            <th scope="col" className={styles.number}>
              Quantity
            </th>
          </tr>
        </thead>
        <tbody>
          {tour.stops.toReversed().flatMap(({ position, stop }) =>
            stop.lines.map((line, index) => (
              <tr key={`${stop.id} ${line.productId}`}>
                <td>{index === 0 && position}</td>
                <td>{index === 0 && `${stop.branchName}, ${numberInWords(stop)}`}</td>
                <td>
                  {line.name}
                  <LotList lots={line.lots} quantity={line.quantity} />
                </td>
                <td className={styles.number}>{wholeNumber(line.quantity)}</td>
              </tr>
            )),
          )}
        </tbody>
      </SheetTable>
    </>
  );
}

/** Adds up the products of a tour, by name. */
function sumsOf({ stops }: SheetTour): Line[] {
  const sums = new Map<string, Line>();
  for (const line of stops.flatMap(({ stop }) => stop.lines)) {
    const before = sums.get(line.productId);
    sums.set(line.productId, before ? { ...before, quantity: before.quantity + line.quantity } : line);
  }
  return [...sums.values()].toSorted((one, other) => one.name.localeCompare(other.name));
}
