import { Trash2 } from 'lucide-react';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/field.tsx';
import { money } from '../kit/format.ts';
import { ProductChoice } from '../product/product-choice.tsx';
import { useSession } from '../session/session.tsx';
import { type DraftLine, valueOf } from './delivery-line.ts';
import styles from './line-fields.module.css';

interface LineFieldsProps {
  line: DraftLine;
  index: number;
  onChange: (line: DraftLine) => void;
  /** Undefined for the only line, because a delivery needs at least one. */
  onRemove: (() => void) | undefined;
}

/** Edits the product and quantity of a line, and shows its value. */
export function LineFields({ line, index, onChange, onRemove }: LineFieldsProps) {
  const { currency } = useSession().account;
  const isFirst = index === 0;
  return (
    <fieldset className={styles.line}>
      <legend className="visually-hidden">Line {index + 1}</legend>
      <ProductChoice
        name={`products[${index}].productId`}
        label="Product"
        isLabelHidden={!isFirst}
        value={line.product}
        onChange={(product) => onChange({ ...line, product })}
      />
      <TextField
        name={`products[${index}].quantity`}
        label="Quantity"
        isLabelHidden={!isFirst}
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
        required
        value={line.quantity}
        onChange={(event) => onChange({ ...line, quantity: event.target.value })}
      />
      <span className={styles.value}>{money(valueOf(line), currency)}</span>
      <span className={styles.remove}>
        <Button
          kind="quiet"
          icon={Trash2}
          aria-label={`Remove line ${index + 1}`}
          disabled={!onRemove}
          onClick={onRemove}
        />
      </span>
    </fieldset>
  );
}
