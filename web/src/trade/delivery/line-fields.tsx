import { Trash2 } from 'lucide-react';
import { type ClipboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../base/kit/layout/button.tsx';
import { money } from '../../base/kit/words/format.ts';
import { NumberField } from '../../base/kit/form/number-field.tsx';
import { pastedRows } from '../../base/kit/form/pasted-rows.ts';
import { ProductChoice } from '../lot/product-choice.tsx';
import { useSession } from '../../base/session/session.tsx';
import { type DayPrices, type DraftLine, isUnused, valueOf } from './delivery-line.ts';
import styles from './line-fields.module.css';

interface LineFieldsProps {
  line: DraftLine;
  index: number;
  /** The name of the list of lines in the service's errors. */
  list: 'products' | 'lines';
  /** The agreed prices of supermarket and day. */
  agreed: DayPrices;
  /** The other inputs of the line. */
  children?: ReactNode;
  onChange: (change: Partial<DraftLine>) => void;
  /** Called when Enter is pressed in the quantity of the last line. */
  onEntered: () => void;
  /** Called with the cells of a spreadsheet that are pasted into a field. */
  onPasted: (rows: string[][], isQuantity: boolean) => void;
  /** Removes the line; undefined for the only line, because a delivery needs at least one. */
  onRemove: (() => void) | undefined;
}

/** Edits the product and quantity of a line, and shows its value. */
export function LineFields(props: LineFieldsProps) {
  const { line, index, list, agreed, children, onChange, onEntered, onPasted, onRemove } = props;
  const { currency } = useSession().account;
  const isFirst = index === 0;
  const isRequired = !isUnused(line);
  // A line that keeps its price, or has an entered one, shows that beside it.
  const agreedPrice = line.keptPrice === undefined ? agreed.get(line.product?.id ?? '') : undefined;
  const quantity = useRef<HTMLInputElement>(null);
  const group = useRef<HTMLFieldSetElement>(null);
  const isAdded = useRef(line.isAdded);
  useEffect(() => {
    if (isAdded.current) focusIn(group.current);
  }, []);
  const goOn = () => {
    if (!focusIn(group.current!.nextElementSibling)) onEntered();
  };
  // Before the fields get it, which would take all cells as one text.
  const paste = (event: ClipboardEvent) => {
    const rows = pastedRows(event.clipboardData.getData('text'));
    if (!rows) return;
    event.preventDefault();
    event.stopPropagation();
    onPasted(rows, event.target === quantity.current);
  };
  return (
    <fieldset ref={group} className={styles.line} onPasteCapture={paste}>
      <legend className="visually-hidden">Line {index + 1}</legend>
      <ProductChoice
        name={`${list}[${index}].productId`}
        label="Product"
        isLabelHidden={!isFirst}
        value={line.product}
        required={isRequired}
        isCounted
        initialText={line.productText}
        isPasted={line.isPasted}
        onTyped={(productText) => onChange({ productText })}
        onChange={(product, scanned) =>
          onChange({
            product,
            // Another product does not keep the price of this one.
            ...(product?.id !== line.product?.id && { keptPrice: undefined, price: undefined }),
            ...(scanned && line.quantity === '' && { quantity: String(scanned) }),
          })
        }
        onEntered={() => focusAll(quantity.current!)}
      />
      <NumberField
        name={`${list}[${index}].quantity`}
        label="Quantity"
        isLabelHidden={!isFirst}
        min={1}
        required={isRequired}
        value={line.quantity}
        onChange={(event) => onChange({ quantity: event.target.value })}
        ref={quantity}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || line.quantity === '') return;
          event.preventDefault();
          goOn();
        }}
      />
      <span className={styles.value}>
        {money(valueOf(line, agreed), currency)}
        {agreedPrice !== undefined && (
          <small className={styles.agreed}>{money(agreedPrice, currency)} agreed</small>
        )}
      </span>
      <span className={styles.remove}>
        <Button
          kind="quiet"
          icon={Trash2}
          aria-label={`Remove line ${index + 1}`}
          disabled={!onRemove}
          onClick={onRemove}
        />
      </span>
      {children && <div className={styles.more}>{children}</div>}
    </fieldset>
  );
}

/** Focuses the product of a line. Returns whether the element is a line. */
function focusIn(line: Element | null): boolean {
  const input = line?.matches('fieldset') ? line.querySelector('input') : null;
  if (input) focusAll(input);
  return input !== null;
}

/** Focuses a field so that typing replaces its value. */
function focusAll(input: HTMLInputElement): void {
  input.focus();
  input.select();
}
