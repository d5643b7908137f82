import { useState } from 'react';
import { CreateKeyDocument, type CreateKeyMutation } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { API_KEY } from './key-fields.ts';
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
    const done = await run({ input: { ...API_KEY.valuesIn(values), scopes: granted } });
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
      <API_KEY.Input name="name" />
      <ScopeMatrix scopes={scopes} granted={granted} onChange={setGranted} />
      <API_KEY.Input name="expiresAt" />
    </FormDialog>
  );
}
