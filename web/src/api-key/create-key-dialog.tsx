import { useState } from 'react';
import { CreateKeyDocument, type CreateKeyMutation } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { ScopeMatrix } from './scope-matrix.tsx';

interface CreateKeyProps {
  /** All scopes. */
  scopes: readonly string[];
  onCreated: (created: CreateKeyMutation['createApiKey']) => void;
  onClose: () => void;
}

/** Asks for the name, permissions and expiry date of a new key. */
export function CreateKeyDialog({ scopes, onCreated, onClose }: CreateKeyProps) {
  const [granted, setGranted] = useState<string[]>([]);
  const { run, isRunning, failure } = useAction(CreateKeyDocument);
  const submit = async (values: FormData) => {
    const lastDay = String(values.get('expiresAt'));
    const done = await run({
      input: { name: String(values.get('name')), scopes: granted, expiresAt: endOf(lastDay) },
    });
    if (done) onCreated(done.createApiKey);
  };
  return (
    <FormDialog
      title="Create API key"
      label="Create key"
      isBusy={isRunning}
      failure={failure}
      onSubmit={(values) => void submit(values)}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        hint="For example, “Warehouse import”"
        autoComplete="off"
        required
      />
      <ScopeMatrix scopes={scopes} granted={granted} onChange={setGranted} />
      <TextField
        name="expiresAt"
        type="date"
        label="Expiry date"
        isOptional
        hint="The key works until the end of this day in your time zone. Leave empty for a key that does not expire."
      />
    </FormDialog>
  );
}

/** Returns the end of a day in the viewer's time zone, such as `2026-11-21`; null without a day. */
function endOf(day: string): string | null {
  return day === '' ? null : new Date(`${day}T23:59:59.999`).toISOString();
}
