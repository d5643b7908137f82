import type { ContainerRowInput } from '../../generated/operations.ts';
import { MAX_CONTAINERS } from '../../generated/rules.ts';
import { FieldGroup } from '../../base/kit/form/field.tsx';
import { FieldRow } from '../../base/kit/form/form.tsx';
import { NumberField } from '../../base/kit/form/number-field.tsx';
import { type Entries, numberIn } from '../../base/kit/form/text-in.ts';

interface CrateFieldsProps {
  type: { id: string; name: string };
  entered?: { out: number; back: number } | undefined;
  /** Whether only what came back is entered, as the driver does. */
  isBackOnly?: boolean;
}

/** The fields of a type of crates: how many went out, and how many came back. */
export function CrateFields({ type: { id, name }, entered, isBackOnly = false }: CrateFieldsProps) {
  const limits = { min: 0, max: MAX_CONTAINERS, isOptional: true };
  return (
    <FieldGroup name={`crates-${id}`} label={name}>
      <FieldRow>
        {!isBackOnly && (
          <NumberField
            name={`crates-out-${id}`}
            label="Out"
            {...limits}
            defaultValue={entered?.out || null}
          />
        )}
        <NumberField
          name={`crates-back-${id}`}
          label="Back"
          {...limits}
          defaultValue={entered?.back || null}
        />
      </FieldRow>
    </FieldGroup>
  );
}

/** Returns the rows of the types of which something is entered. */
export function cratesIn(values: Entries, types: readonly { id: string }[]): ContainerRowInput[] {
  return types.flatMap(({ id }): ContainerRowInput[] => {
    const [out, back] = [numberIn(values, `crates-out-${id}`), numberIn(values, `crates-back-${id}`)];
    if (out === null && back === null) return [];
    return [{ typeId: id, ...(out !== null && { out }), ...(back !== null && { back }) }];
  });
}
