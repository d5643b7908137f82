import { kilograms, money, wholeNumber } from '../../base/kit/words/format.ts';
import { plural } from '../../base/kit/words/plural.ts';
import { useSession } from '../../base/session/session.tsx';
import type { Delivery } from './delivery.ts';
import styles from './delivery-sums.module.css';

/** Shows what the lines of a delivery add up to, also without what was returned. */
export function DeliverySums({ delivery }: { delivery: Delivery }) {
  const { currency } = useSession().account;
  const { products, totalQuantity, totalWeight, totalValue } = delivery;
  const returned = products.reduce((sum, each) => sum + each.returnedQuantity, 0);
  const credit = products.reduce((sum, each) => sum + each.returnedQuantity * each.unitPrice, 0);
  const sums: [name: string, value: string][] = [
    ['Units', wholeNumber(totalQuantity)],
    ['Weight', kilograms(totalWeight)],
    ['Value', money(totalValue, currency)],
    ...(returned === 0
      ? []
      : [
          [
            'Net of returns',
            `${money(totalValue - credit, currency)} · ${plural(totalQuantity - returned, 'unit')}`,
          ] as [string, string],
        ]),
  ];
  return (
    <dl className={styles.sums}>
      {sums.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
