import { Trash2 } from 'lucide-react';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import type { WithdrawnLotsQuery } from '../../generated/operations.ts';
import { FIRST_DATE, LAST_DATE } from '../../generated/rules.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { SelectField, TextField } from '../../base/kit/form/field.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { NumberField } from '../../base/kit/form/number-field.tsx';
import { type DraftLot, filledBy, filledByScan } from './draft-lot.ts';
import styles from './lot-fields.module.css';
import type { Counted } from './scanned-quantity.ts';
import { shortDated } from './short-dated.ts';
import { withdrawnInWords } from './withdrawn-in-words.ts';

interface LotFieldsProps {
  lot: DraftLot;
  index: number;
  /** The name of the list in forms with several. */
  list?: string;
  /** The product, whose GTINs scans are compared with. */
  product: Counted;
  /** The day of delivery, and the days of shelf life that are promised on it. */
  promised: { deliveryDate: string; minRemainingDays: number | null };
  /** The withdrawals of the product. */
  withdrawals: WithdrawnLotsQuery['productWithdrawals'];
  onChange: (lot: DraftLot) => void;
  onRemove: () => void;
}

/** Edits one lot of a line. A scan of a GS1 barcode into the first field fills the others. */
export function LotFields(props: LotFieldsProps) {
  const { lot, index, list = 'lots', product, promised, withdrawals, onChange, onRemove } = props;
  const { dateKind } = lot;
  const doubts = [withdrawnInWords(lot, withdrawals), lot.doubt, shortDated(lot.date, promised)].filter(
    (doubt) => doubt !== undefined,
  );
  const nameOf = (field: string) => `${list}[${index}].${field}`;
  /** Reads the field if it has a barcode, and returns whether it had. */
  const scan = (text: string) => {
    const filled = filledByScan({ ...lot, lot: text }, product);
    if (filled) onChange(filled);
    return filled !== undefined;
  };
  return (
    <fieldset className={styles.lot}>
      <legend className="visually-hidden">Lot {index + 1}</legend>
      <TextField
        name={nameOf('lot')}
        label="Lot"
        autoComplete="off"
        value={lot.lot}
        onChange={(event) =>
          onChange({ ...lot, lot: event.target.value, doubt: undefined, readings: undefined })
        }
        onBlur={() => scan(lot.lot)}
        onPaste={(event: ClipboardEvent) => {
          if (scan(event.clipboardData.getData('text'))) event.preventDefault();
        }}
        onKeyDown={(event: KeyboardEvent) => {
          // Scanners end with Enter, which would submit the form.
          if (event.key === 'Enter' && scan(lot.lot)) event.preventDefault();
        }}
      />
      <NumberField
        name={nameOf('quantity')}
        label="Quantity"
        min={1}
        required
        value={lot.quantity}
        onChange={(event) => onChange({ ...lot, quantity: event.target.value })}
      />
      <Button kind="quiet" icon={Trash2} aria-label={`Remove lot ${index + 1}`} onClick={onRemove} />
      <div className={styles.date}>
        <SelectField
          name={nameOf('dateKind')}
          label="Kind of date"
          value={dateKind}
          onChange={(event) => onChange({ ...lot, dateKind: event.target.value as DraftLot['dateKind'] })}
        >
          <option value="bestBefore">Best before</option>
          <option value="useBy">Use by</option>
        </SelectField>
        <TextField
          name={nameOf(dateKind)}
          label={dateKind === 'useBy' ? 'Use by' : 'Best before'}
          type="date"
          isOptional
          min={FIRST_DATE}
          max={LAST_DATE}
          value={lot.date}
          onChange={(event) => onChange({ ...lot, date: event.target.value })}
        />
      </div>
      {doubts.length > 0 && (
        <div className={styles.doubt}>
          <Notice
            tone="warn"
            actions={lot.readings?.map((reading) => (
              <Button key={reading.lot} isSmall onClick={() => onChange(filledBy(reading, lot, product))}>
                Lot {reading.lot}
              </Button>
            ))}
          >
            {doubts.join(' ')}
          </Notice>
        </div>
      )}
    </fieldset>
  );
}
