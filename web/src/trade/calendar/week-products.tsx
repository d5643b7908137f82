import { Fragment } from 'react';
import { Link } from 'wouter';
import type { SupermarketWeekQuery } from '../../generated/operations.ts';
import { shortDay, wholeNumber } from '../../base/kit/words/format.ts';
import { weekdayName, weekdayOf } from '../../base/kit/words/weekdays.ts';
import styles from './calendar.module.css';

type Line = SupermarketWeekQuery['supermarketWeek'][number];

interface WeekProductsProps {
  lines: readonly Line[];
  dates: readonly string[];
}

/** Shows the pieces of each product by branch and day, with sums; what is only planned stands apart. */
export function WeekProducts({ lines, dates }: WeekProductsProps) {
  const branches = Map.groupBy(lines, ({ branchId }) => branchId);
  return (
    <div
      className={styles.week}
      role="region"
      aria-label="Table: products of the week"
      // A scrolling region must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table>
        <caption className="visually-hidden">Products by branch and day</caption>
        <thead>
          <tr>
            <th scope="col">Product</th>
            {dates.map((date) => (
              <th key={date} scope="col" className={styles.number}>
                {weekdayName(weekdayOf(date))} {shortDay(date)}
              </th>
            ))}
            <th scope="col" className={styles.number}>
              Week
            </th>
          </tr>
        </thead>
        <tbody>
          {Array.from(branches, ([id, ofBranch]) => (
            <Fragment key={id}>
              <Sums name={ofBranch[0]!.branchName} lines={ofBranch} dates={dates} />
              {Array.from(
                Map.groupBy(ofBranch, ({ productId }) => productId),
                ([productId, ofProduct]) => (
                  <tr key={productId}>
                    <th scope="row" className={styles.product}>
                      <Link href={`/products/${productId}`}>{ofProduct[0]!.name}</Link>
                    </th>
                    <Days lines={ofProduct} dates={dates} />
                  </tr>
                ),
              )}
            </Fragment>
          ))}
          {branches.size > 1 && <Sums name="All branches" lines={lines} dates={dates} />}
        </tbody>
      </table>
    </div>
  );
}

/** A row with the sums of a branch, or of all. */
function Sums({ name, lines, dates }: WeekProductsProps & { name: string }) {
  return (
    <tr className={styles.sums}>
      <th scope="row">{name}</th>
      <Days lines={lines} dates={dates} />
    </tr>
  );
}

function Days({ lines, dates }: WeekProductsProps) {
  const byDate = Map.groupBy(lines, ({ date }) => date);
  return [...dates.map((date) => byDate.get(date) ?? []), lines].map((ofDay, at) => (
    <td key={dates[at] ?? 'week'} className={styles.number}>
      <Pieces of={ofDay} />
    </td>
  ));
}

function Pieces({ of: lines }: { of: readonly Line[] }) {
  const sum = (name: 'pieces' | 'planned') => lines.reduce((total, line) => total + line[name], 0);
  const [pieces, planned] = [sum('pieces'), sum('planned')];
  return (
    <>
      {pieces > 0 && wholeNumber(pieces)}
      {planned > 0 && <span className={styles.planned}>{wholeNumber(planned)} planned</span>}
    </>
  );
}
