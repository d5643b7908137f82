import type { BranchFactsFragment } from '../generated/operations.ts';
import { FieldGroup, TextField } from '../kit/field.tsx';
import { FieldRow } from '../kit/form.tsx';
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
  const isSet = branch?.deliveryWindow != null;
  return (
    <>
      <FieldRow>
        <TextField name={`${prefix}name`} label="Branch name" defaultValue={branch?.name} required />
        <TextField name={`${prefix}address`} label="Address" defaultValue={branch?.address} required />
      </FieldRow>
      <FieldGroup
        name={window}
        label="Delivery window"
        hint={isSet ? 'You can change the delivery window, but not remove it' : 'Leave empty for any time'}
      >
        <div className={styles.window}>
          <TextField
            name={`${window}.from`}
            label="From"
            isLabelHidden
            type="time"
            defaultValue={from}
            required={isSet}
          />
          <span aria-hidden>to</span>
          <TextField
            name={`${window}.to`}
            label="To"
            isLabelHidden
            type="time"
            defaultValue={to}
            required={isSet}
          />
        </div>
      </FieldGroup>
    </>
  );
}

/** Returns the values of {@link BranchFields} with the same prefix. */
export function branchIn(values: FormData, prefix = '') {
  const text = (name: string) => String(values.get(`${prefix}${name}`));
  const [from, to] = [text('deliveryWindow.from'), text('deliveryWindow.to')];
  return {
    name: text('name'),
    address: text('address'),
    deliveryWindow: from || to ? `${from}-${to}` : null,
  };
}
