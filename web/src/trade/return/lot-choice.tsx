import type { LotFactsFragment } from '../../generated/operations.ts';
import { SelectField } from '../../base/kit/form/field.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { lotInWords } from '../lot/lot-words.ts';

interface LotChoiceProps {
  lots: readonly LotFactsFragment[];
  /** The name of the field. */
  name?: string;
}

/** Selects the lot that came back; nothing for a line without numbered lots. */
export function LotChoice({ lots, name = 'lot' }: LotChoiceProps) {
  const left = lots.filter(
    ({ lot, quantity, returnedQuantity }) => lot !== null && returnedQuantity < quantity,
  );
  if (left.length === 0) return null;
  return (
    <SelectField name={name} label="Lot" isOptional>
      <option value="">Not known</option>
      {left.map((lot) => (
        <option key={lot.lot} value={lot.lot!}>
          {lotInWords(lot)} · up to {wholeNumber(lot.quantity - lot.returnedQuantity)}
        </option>
      ))}
    </SelectField>
  );
}
