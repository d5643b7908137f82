import { useState } from 'react';
import type { ReceiptLineInput, StopFactsFragment } from '../../generated/operations.ts';
import { MAX_QUANTITY, SUPPLIER_REASONS } from '../../generated/rules.ts';
import { Checkbox, FieldGroup } from '../../base/kit/form/field.tsx';
import { FieldRow, type Texts } from '../../base/kit/form/form.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { NumberField } from '../../base/kit/form/number-field.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { readNumber } from '../../base/kit/form/read-number.ts';
import { numberIn } from '../../base/kit/form/text-in.ts';
import { LotList } from '../lot/lot-list.tsx';
import { UNITS } from '../../catalogue/product/units.ts';
import { ReasonField } from '../return/reason-field.tsx';

type StopLine = StopFactsFragment['lines'][number];

interface LineFieldsProps {
  line: StopLine;
  /** The values of a draft that is continued. */
  drafted: Texts | undefined;
}

/**
 * The fields of a line of a receipt: what was received, why if it is less than was delivered, and whether it
 * is more.
 */
export function LineFields({ line, drafted }: LineFieldsProps) {
  const { productId, name, quantity, returnedQuantity, unit, lots } = line;
  const left = leftOf(line);
  const [received, setReceived] = useState(drafted?.[`received-${productId}`] ?? String(left));
  const [isConfirmed, setConfirmed] = useState(drafted?.[`confirmed-${productId}`] !== undefined);
  const isShort = (readNumber(received) ?? left) < left;
  const isMore = (readNumber(received) ?? left) > quantity;
  const facts = [
    plural(quantity, UNITS[unit].toLowerCase()),
    returnedQuantity > 0 && `of which ${wholeNumber(returnedQuantity)} returned`,
  ];
  return (
    <FieldGroup name={`line-${productId}`} label={name} hint={facts.filter(Boolean).join('; ')}>
      <LotList lots={lots} quantity={quantity} />
      <FieldRow>
        <NumberField
          name={`received-${productId}`}
          label="Received"
          min={0}
          max={MAX_QUANTITY}
          required
          value={received}
          onChange={({ target }) => {
            setReceived(target.value);
            setConfirmed(false);
          }}
        />
        {isShort && (
          <ReasonField name={`reason-${productId}`} label="Reason" reasons={SUPPLIER_REASONS} required />
        )}
      </FieldRow>
      {/* Asked now, because the receipt may be sent when nobody can be asked. */}
      {isMore && (
        <Checkbox
          name={`confirmed-${productId}`}
          label={`I checked that more than ${wholeNumber(quantity)} arrived`}
          required
          checked={isConfirmed}
          onChange={({ target }) => setConfirmed(target.checked)}
        />
      )}
    </FieldGroup>
  );
}

/** Returns what the fields say of a line, if less was received, or more than was delivered. */
export function differenceIn(values: FormData, line: StopLine): ReceiptLineInput[] {
  const { productId } = line;
  const received = numberIn(values, `received-${productId}`)!;
  if (received > line.quantity) return [{ productId, received, confirmed: received }];
  if (received >= leftOf(line)) return [];
  return [{ productId, received, reason: String(values.get(`reason-${productId}`)) }];
}

function leftOf({ quantity, returnedQuantity }: StopLine): number {
  return quantity - returnedQuantity;
}
