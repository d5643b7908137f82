import { type KeyboardEvent, useState } from 'react';
import type { PricedProductFragment } from '../../generated/operations.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { money } from '../../base/kit/words/format.ts';
import { NumberField } from '../../base/kit/form/number-field.tsx';
import { numberText, readNumber } from '../../base/kit/form/read-number.ts';
import { useSession } from '../../base/session/session.tsx';
import styles from './price-rows.module.css';

/** Returns the name of the input for the price of a product. */
export function priceName({ id }: { id: string }): string {
  return `price-${id}`;
}

/** Edits the prices of products: a row for each, with the old price, the new one and the difference. */
export function PriceRows({ products }: { products: readonly PricedProductFragment[] }) {
  const { currency } = useSession().account;
  // A price that nobody typed follows its product: the list can be read again meanwhile.
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const textOf = ({ id, price }: PricedProductFragment) => typed.get(id) ?? numberText(price);
  const [percent, setPercent] = useState('');
  const share = readNumber(percent);
  const fill = () => {
    if (share === undefined) return;
    setTyped(
      new Map(
        products.map(({ id, price }) => [
          id,
          numberText(Math.max(0, Math.round(price * (100 + share)) / 100)),
        ]),
      ),
    );
  };
  return (
    <>
      <div className={styles.all}>
        <NumberField
          name=""
          label="Change all by … %"
          decimals={2}
          value={percent}
          onChange={({ target }) => setPercent(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            fill();
          }}
        />
        <Button disabled={share === undefined} onClick={fill}>
          Fill in
        </Button>
      </div>
      <table className={styles.rows}>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col" className={styles.number}>
              Old price
            </th>
            <th scope="col">New price ({currency})</th>
            <th scope="col" className={styles.number}>
              Difference
            </th>
          </tr>
        </thead>
        <tbody>
          {products.map((product, index) => {
            const { id, name, price } = product;
            const text = textOf(product);
            return (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td className={styles.number}>{money(price, currency)}</td>
                <td className={styles.input}>
                  <NumberField
                    name={priceName({ id })}
                    label={`${name} (${currency})`}
                    isLabelHidden
                    decimals={2}
                    min={0}
                    required
                    data-main={index === 0 || undefined}
                    value={text}
                    onChange={({ target }) => setTyped(new Map(typed).set(id, target.value))}
                    onFocus={(event) => event.currentTarget.select()}
                    onKeyDown={goOn}
                  />
                </td>
                <td className={styles.number}>{differenceOf(price, text, currency)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

/** Returns by how much a price changes; a dash where it does not, or nobody knows yet. */
function differenceOf(price: number, text: string, currency: string): string {
  const difference = Math.round(((readNumber(text) ?? price) - price) * 100) / 100;
  if (difference === 0) return '–';
  return `${difference > 0 ? '+' : '−'}${money(Math.abs(difference), currency)}`;
}

/** Goes on to the next price with Enter, which saves in the last one. */
function goOn(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
  const prices = [...event.currentTarget.form!.querySelectorAll<HTMLInputElement>('tbody [data-decimals]')];
  const next = prices[prices.indexOf(event.currentTarget) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
