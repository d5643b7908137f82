import { RotateKeyDocument, type RotateKeyMutation } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { SelectField } from '../../base/kit/form/field.tsx';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import type { KeyRow } from './key-row.ts';

const GRACES: [seconds: number, label: string][] = [
  [0, 'Immediately'],
  [900, 'In 15 minutes'],
  [3_600, 'In 1 hour'],
  [21_600, 'In 6 hours'],
  [43_200, 'In 12 hours'],
  [86_400, 'In 24 hours'],
];

const USUAL_GRACE_S = 3_600;

interface RotateKeyProps {
  apiKey: KeyRow;
  onRotated: (rotated: RotateKeyMutation['rotateApiKey']) => void;
  onClose: () => void;
}

/** Rotates a key after asking how long the current value stays valid. */
export function RotateKeyDialog({ apiKey: { id, name, lastFour }, onRotated, onClose }: RotateKeyProps) {
  const { run, isRunning, failure } = useAction(RotateKeyDocument);
  const submit = async (values: FormData) => {
    const done = await run({ id, graceSeconds: Number(values.get('graceSeconds')) });
    if (done) onRotated(done.rotateApiKey);
  };
  return (
    <FormDialog
      title={`Rotate “${name}”?`}
      label="Rotate key"
      isBusy={isRunning}
      failure={failure}
      onSubmit={(values) => void submit(values)}
      onClose={onClose}
    >
      <p>
        Rotating gives the key a new value, which is shown only once. Name, permissions and expiry date stay
        the same.
      </p>
      <SelectField
        name="graceSeconds"
        label={`Expire the current value (…${lastFour})`}
        hint="Allow enough time to deploy the new value. If the current value has leaked, expire it immediately."
        defaultValue={USUAL_GRACE_S}
      >
        {GRACES.map(([seconds, label]) => (
          <option key={seconds} value={seconds}>
            {label}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}
