import {
  type CratesRowFragment,
  CratesToEditDocument,
  type CratesToEditQuery,
  SetCratesDocument,
} from '../../generated/operations.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { useEdit } from '../../base/kit/form/use-edit.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { CrateFields, cratesIn } from './crate-fields.tsx';

interface Counts {
  out: number;
  back: number;
}

/** How many crates of each type went out and came back, by the id of the type. */
type Values = Record<string, Counts>;

interface CratesDialogProps {
  delivery: { id: string; version: string; containers: readonly CratesRowFragment[] };
  /** The types to enter, the likely ones first. */
  types: readonly { id: string; name: string }[];
  onClose: () => void;
  onSaved: () => void;
}

/** Enters the crates and pallets of a delivery. */
export function CratesDialog({ delivery, types, onClose, onSaved }: CratesDialogProps) {
  const toast = useToast();
  const close = () => {
    onSaved();
    onClose();
  };
  const edit = useEdit({
    noun: 'delivery',
    start: storedOf(delivery, types),
    labels: Object.fromEntries(
      types.map(({ id, name }) => [id, [name, countsInWords] as [string, typeof countsInWords]]),
    ),
    label: 'Save crates',
    mutation: SetCratesDocument,
    // The mutation replaces all rows, so those that only others changed are sent as they are by now.
    variablesOf: (changes, ifMatch, stored) => ({
      deliveryId: delivery.id,
      rows: rowsOf({ ...stored, ...(changes as Values) }),
      ifMatch,
    }),
    query: CratesToEditDocument,
    asked: { id: delivery.id },
    storedIn: (data: CratesToEditQuery) => data.delivery && storedOf(data.delivery, types),
    onKeep: close,
  });
  const save = async (values: FormData) => {
    const entered = cratesIn(values, types);
    const valueOf = (id: string) => {
      const { out, back } = entered.find(({ typeId }) => typeId === id) ?? {};
      return { out: out ?? 0, back: back ?? 0 };
    };
    if (!(await edit.save(Object.fromEntries(types.map(({ id }) => [id, valueOf(id)]))))) return;
    toast('Crates saved');
    close();
  };
  return (
    <FormDialog
      title="Crates"
      label={edit.label}
      isBusy={edit.isRunning}
      failure={edit.failure}
      onSubmit={(values) => void save(values)}
      onClose={onClose}
    >
      {types.map((type) => (
        <CrateFields
          key={type.id}
          type={type}
          entered={delivery.containers.find((row) => row.type.id === type.id)}
        />
      ))}
      {edit.conflict}
    </FormDialog>
  );
}

/** Returns the stored crates, with zeros for the types that can be entered and are not stored. */
function storedOf({ version, containers }: CratesDialogProps['delivery'], types: CratesDialogProps['types']) {
  const values: Values = Object.fromEntries([
    ...types.map(({ id }) => [id, { out: 0, back: 0 }] as const),
    ...containers.map(({ type, out, back }) => [type.id, { out, back }] as const),
  ]);
  return { values, version };
}

function rowsOf(values: Values) {
  return Object.entries(values)
    .map(([typeId, counts]) => ({ typeId, ...counts }))
    .filter(({ out, back }) => out + back > 0);
}

function countsInWords({ out, back }: Counts): string {
  return `out ${wholeNumber(out)}, back ${wholeNumber(back)}`;
}
