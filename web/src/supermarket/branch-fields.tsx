import type { BranchFactsFragment } from '../generated/operations.ts';
import { FieldGroup, TextField } from '../kit/field.tsx';
import { FieldRow } from '../kit/form.tsx';
import { textIn } from '../kit/text-in.ts';
import type { Labels } from '../kit/use-edit.tsx';
import styles from './branch-fields.module.css';

interface BranchFieldsProps {
  branch?: BranchFactsFragment;
  /** The prefix of the field names, as in `branches[0].name`. */
  prefix?: string;
}

/** The fields of a branch. */
export function BranchFields({ branch, prefix = '' }: BranchFieldsProps) {
  const [from = '', to = ''] = branch?.deliveryWindow?.split('-') ?? [];
  const window = `${prefix}deliveryWindow`;
  return (
    <>
      <FieldRow>
        <TextField name={`${prefix}name`} label="Branch name" defaultValue={branch?.name} required />
        <TextField name={`${prefix}address`} label="Address" defaultValue={branch?.address} required />
      </FieldRow>
      <FieldGroup
        name={window}
        label="Delivery window"
        hint="Leave empty for any time. An end before the start is on the next day"
      >
        <div className={styles.window}>
          <TextField name={`${window}.from`} label="From" isLabelHidden type="time" defaultValue={from} />
          <span aria-hidden>to</span>
          <TextField name={`${window}.to`} label="To" isLabelHidden type="time" defaultValue={to} />
        </div>
      </FieldGroup>
      <FieldRow>
        <TextField
          name={`${prefix}reference`}
          label="Your number"
          defaultValue={branch?.reference ?? ''}
          isOptional
        />
        <TextField
          name={`${prefix}gln`}
          label="GLN"
          inputMode="numeric"
          defaultValue={branch?.gln ?? ''}
          isOptional
        />
      </FieldRow>
      <FieldRow>
        <TextField
          name={`${prefix}phone`}
          label="Telephone"
          type="tel"
          defaultValue={branch?.phone ?? ''}
          isOptional
        />
        <TextField
          name={`${prefix}country`}
          label="Country"
          maxLength={2}
          defaultValue={branch?.country ?? ''}
          hint="Two letters, such as DE"
          isOptional
        />
      </FieldRow>
    </>
  );
}

/** The values of a branch. */
export type BranchValues = Pick<
  BranchFactsFragment,
  'name' | 'address' | 'deliveryWindow' | 'reference' | 'gln' | 'phone' | 'country'
>;

export const BRANCH_LABELS: Labels<BranchValues> = {
  name: 'Branch name',
  address: 'Address',
  deliveryWindow: 'Delivery window',
  reference: 'Your number',
  gln: 'GLN',
  phone: 'Telephone',
  country: 'Country',
};

/** Returns the values of a branch that a form edits. */
export function valuesOfBranch(branch: BranchFactsFragment): BranchValues {
  const { name, address, deliveryWindow, reference, gln, phone, country } = branch;
  return { name, address, deliveryWindow, reference, gln, phone, country };
}

/** Returns the values of {@link BranchFields} with the same prefix. */
export function branchIn(values: FormData, prefix = ''): BranchValues {
  const text = (name: string) => String(values.get(`${prefix}${name}`));
  const [from, to] = [text('deliveryWindow.from'), text('deliveryWindow.to')];
  return {
    name: text('name'),
    address: text('address'),
    deliveryWindow: from || to ? `${from}-${to}` : null,
    reference: textIn(values, `${prefix}reference`),
    gln: textIn(values, `${prefix}gln`),
    phone: textIn(values, `${prefix}phone`),
    country: textIn(values, `${prefix}country`),
  };
}
