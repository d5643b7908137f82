import { RotateKeyDocument, type RotateKeyMutation } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { SelectField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import type { KeyRow } from './key-row.ts';

const GRACES: [seconds: number, label: string][] = [
  [0, 'Not at all: it ends at once'],
  [900, '15 minutes'],
  [3_600, '1 hour'],
  [21_600, '6 hours'],
  [43_200, '12 hours'],
  [86_400, '24 hours'],
];

const USUAL_GRACE_S = 3_600;

interface RotateKeyProps {
  apiKey: KeyRow;
  onRotated: (rotated: RotateKeyMutation['rotateApiKey']) => void;
  onClose: () => void;
}

/** Gives a key a new value after asking how long the old one is still taken. */
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
      <p>The key keeps its name, scopes and expiry, and gets a new value, which is shown once.</p>
      <SelectField
        name="graceSeconds"
        label={`How long the value that ends in ${lastFour} still works`}
        hint="Long enough to put the new one everywhere. If the old one has leaked: not at all."
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
