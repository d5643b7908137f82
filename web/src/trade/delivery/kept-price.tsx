import type { AgreementFragment } from '../../generated/operations.ts';
import { NumberField } from '../../base/kit/form/number-field.tsx';
import { numberText, readNumber } from '../../base/kit/form/read-number.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { money, shortDay } from '../../base/kit/words/format.ts';
import { useSession } from '../../base/session/session.tsx';
import type { DraftLine } from './delivery-line.ts';
import styles from './line-fields.module.css';

interface KeptPriceProps {
  line: DraftLine;
  index: number;
  /** The agreement of the new version's day. */
  agreement: AgreementFragment | undefined;
  onChange: (change: Partial<DraftLine>) => void;
}

/** Takes another price for a line of a new version, and offers the agreed one where that differs. */
export function KeptPrice({ line, index, agreement, onChange }: KeptPriceProps) {
  const { currency } = useSession().account;
  const { product, keptPrice, price } = line;
  if (!product) return null;
  const present = price === undefined ? keptPrice : readNumber(price);
  const differs = keptPrice !== undefined && agreement !== undefined && agreement.price !== present;
  return (
    <div className={styles.price}>
      <NumberField
        name={`products[${index}].unitPrice`}
        label={`Unit price (${currency})`}
        decimals={2}
        min={0}
        isOptional
        value={price ?? numberText(keptPrice)}
        onChange={({ target }) => onChange({ price: target.value })}
      />
      {differs && (
        <p>
          Agreed from {shortDay(agreement.validFrom)}: {money(agreement.price, currency)}{' '}
          <Button
            isSmall
            aria-label={`Take the agreed price of ${product.name}`}
            onClick={() => onChange({ price: numberText(agreement.price) })}
          >
            Take it
          </Button>
        </p>
      )}
    </div>
  );
}

/** Returns the prices that differ from those that the lines keep. An empty field leaves the price. */
export function enteredPrices(lines: readonly DraftLine[]): { productId: string; unitPrice: number }[] {
  return lines.flatMap(({ product, price, keptPrice }) => {
    const unitPrice = price === undefined ? undefined : readNumber(price);
    return product && unitPrice !== undefined && unitPrice !== keptPrice
      ? [{ productId: product.id, unitPrice }]
      : [];
  });
}
