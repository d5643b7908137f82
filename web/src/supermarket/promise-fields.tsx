import { MAX_SHELF_LIFE_DAYS } from '../generated/rules.ts';
import { Checkbox } from '../kit/field.tsx';
import { NumberField } from '../kit/number-field.tsx';
import { numberIn } from '../kit/text-in.ts';
import type { Labels } from '../kit/use-edit.tsx';
import type { Supermarket } from './supermarket.ts';

type Promised = Pick<Supermarket, 'minRemainingDays' | 'minRemainingPercent' | 'refusesShortDated'>;

export const PROMISE_LABELS: Labels<Promised> = {
  minRemainingDays: 'Minimum shelf life (days)',
  minRemainingPercent: 'Minimum shelf life (% of the product’s)',
  refusesShortDated: 'Refuse lots with less',
};

const COUNT = { min: 1, isOptional: true } as const;

/** Edits the shelf life that a supermarket is promised. */
export function PromiseFields({ promised }: { promised: Promised }) {
  return (
    <>
      <NumberField
        {...COUNT}
        name="minRemainingDays"
        label="Minimum shelf life (days)"
        max={MAX_SHELF_LIFE_DAYS}
        defaultValue={promised.minRemainingDays}
        hint="Days left on the day of delivery, that day not counted"
      />
      <NumberField
        {...COUNT}
        name="minRemainingPercent"
        label="Minimum shelf life (% of the product’s)"
        max={100}
        defaultValue={promised.minRemainingPercent}
        hint="For products with a shelf life. With both, the longer one counts."
      />
      <Checkbox
        name="refusesShortDated"
        label="Refuse lots with less instead of warning about them"
        defaultChecked={promised.refusesShortDated}
      />
    </>
  );
}

/** Returns what {@link PromiseFields} were filled with. */
export function promiseIn(values: FormData): Promised {
  return {
    minRemainingDays: numberIn(values, 'minRemainingDays'),
    minRemainingPercent: numberIn(values, 'minRemainingPercent'),
    refusesShortDated: values.has('refusesShortDated'),
  };
}
