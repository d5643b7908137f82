import { type ClipboardEvent, Fragment, type KeyboardEvent } from 'react';
import type { AgreementFragment, ProductsToPriceQuery } from '../../generated/operations.ts';
import { Badge } from '../../base/kit/layout/badge.tsx';
import { Button } from '../../base/kit/layout/button.tsx';
import { NumberField } from '../../base/kit/form/number-field.tsx';
import { pastedRows } from '../../base/kit/form/pasted-rows.ts';
import { day, money } from '../../base/kit/words/format.ts';
import { May } from '../../base/session/may.tsx';
import { useSession } from '../../base/session/session.tsx';
import { endsSoon } from './agreement-rows.ts';
import styles from './agreement-grid.module.css';

/** A product of the grid. */
export type PricedProduct = ProductsToPriceQuery['products']['nodes'][number];

/** Returns the name of the input for the new price of a product. */
export function newPriceName(productId: string): string {
  return `newPrice-${productId}`;
}

interface AgreementGridProps {
  products: readonly PricedProduct[];
  /** The agreements of each product that hold today or later. */
  agreementsOf: (productId: string) => readonly AgreementFragment[];
  today: string;
  typed: ReadonlyMap<string, string>;
  onTyped: (product: PricedProduct, text: string) => void;
  onPasted: (rows: string[][], index: number) => void;
  onRemove: (product: PricedProduct, agreement: AgreementFragment) => void;
}

/** Shows products with their list prices and what is agreed, and takes new prices. */
export function AgreementGrid(props: AgreementGridProps) {
  const { products, agreementsOf, today, typed, onTyped, onPasted, onRemove } = props;
  const { currency } = useSession().account;
  const paste = (index: number) => (event: ClipboardEvent) => {
    const rows = pastedRows(event.clipboardData.getData('text'));
    if (!rows) return;
    event.preventDefault();
    event.stopPropagation();
    onPasted(rows, index);
  };
  return (
    <div className={styles.room}>
      <table className={styles.grid}>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col" className={styles.number}>
              List price
            </th>
            <th scope="col" className={styles.number}>
              Agreed price
            </th>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <May needs="products:write">
              <th scope="col">New price ({currency})</th>
            </May>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {products.map((product, index) => {
            const agreements = agreementsOf(product.id);
            const shown = agreements.length > 0 ? agreements : [undefined];
            return (
              <Fragment key={product.id}>
                {shown.map((agreement, at) => (
                  <tr key={agreement?.id ?? ''}>
                    {at === 0 && (
                      <>
                        <th scope="row" rowSpan={shown.length}>
                          {product.name}
                        </th>
                        <td className={styles.number} rowSpan={shown.length} data-label="List price">
                          {money(product.price, currency)}
                        </td>
                      </>
                    )}
                    <td className={styles.number} data-label="Agreed price">
                      {agreement ? money(agreement.price, currency) : '–'}
                    </td>
                    <td data-label="From">{agreement && day(agreement.validFrom)}</td>
                    <td data-label="To">
                      {agreement && <End agreement={agreement} agreements={agreements} today={today} />}
                    </td>
                    {at === 0 && (
                      <May needs="products:write">
                        <td
                          className={styles.input}
                          rowSpan={shown.length}
                          data-label={`New price (${currency})`}
                          onPasteCapture={paste(index)}
                        >
                          <NumberField
                            name={newPriceName(product.id)}
                            label={`New price of ${product.name} (${currency})`}
                            isLabelHidden
                            decimals={2}
                            min={0}
                            value={typed.get(product.id) ?? ''}
                            onChange={({ target }) => onTyped(product, target.value)}
                            onKeyDown={goOn}
                          />
                        </td>
                      </May>
                    )}
                    <td>
                      {agreement && (
                        <May needs="products:write">
                          <Button
                            isSmall
                            aria-label={`Remove the price of ${product.name} from ${day(agreement.validFrom)}`}
                            onClick={() => onRemove(product, agreement)}
                          >
                            Remove
                          </Button>
                        </May>
                      )}
                    </td>
                  </tr>
                ))}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface EndProps {
  agreement: AgreementFragment;
  agreements: readonly AgreementFragment[];
  today: string;
}

function End({ agreement, agreements, today }: EndProps) {
  if (agreement.validTo === null) return 'Open';
  return (
    <>
      {day(agreement.validTo)}{' '}
      {endsSoon(agreement, agreements, today) && <Badge tone="warn">Ends soon</Badge>}
    </>
  );
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
