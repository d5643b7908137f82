import { FIRST_DATE, LAST_DATE, MAX_WITHDRAWN } from '../../generated/rules.ts';
import { Choice } from '../../base/kit/form/choice.tsx';
import { TextArea, TextField } from '../../base/kit/form/field.tsx';
import { FieldRow } from '../../base/kit/form/form.tsx';
import type { DraftGoods } from './draft-withdrawal.ts';

const BY = [
  ['lots', 'Lots'],
  ['dates', 'Dates'],
] as const;
const DATES = [
  ['bestBeforeFrom', 'Best before or use by, from'],
  ['bestBeforeTo', 'Best before or use by, to'],
] as const;

interface GoodsFieldsProps {
  goods: DraftGoods;
  onChange: (goods: DraftGoods) => void;
}

/** Selects what is withdrawn: by lots, or by dates for goods without one. */
export function GoodsFields({ goods, onChange }: GoodsFieldsProps) {
  return (
    <>
      <Choice
        name="by"
        label="Withdraw by"
        value={goods.by}
        options={BY}
        isField
        onChange={(by) => onChange({ ...goods, by })}
      />
      {goods.by === 'lots' ? (
        <TextArea
          name="lots"
          label="Lots"
          required
          hint={`One a line, up to ${MAX_WITHDRAWN}. Type them or scan their barcodes`}
          value={goods.lots}
          onChange={(event) => onChange({ ...goods, lots: event.target.value })}
        />
      ) : (
        <FieldRow>
          {DATES.map(([name, label]) => (
            <TextField
              key={name}
              name={name}
              label={label}
              type="date"
              min={FIRST_DATE}
              max={LAST_DATE}
              // One of them is enough.
              required={!goods.bestBeforeFrom && !goods.bestBeforeTo}
              value={goods[name]}
              onChange={(event) => onChange({ ...goods, [name]: event.target.value })}
            />
          ))}
        </FieldRow>
      )}
    </>
  );
}
