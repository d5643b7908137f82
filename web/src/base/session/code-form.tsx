import { useState } from 'react';
import type { Failure } from '../graphql/failure.ts';
import { Button } from '../kit/layout/button.tsx';
import { TextField } from '../kit/form/field.tsx';
import { Form } from '../kit/form/form.tsx';

interface CodeFormProps {
  isBusy: boolean;
  failure: Failure | undefined;
  onCode: (code: string) => void;
  /** Goes back to the password. */
  onBack: () => void;
}

/** Asks for the code of the second factor, or for a recovery code. */
export function CodeForm({ isBusy, failure, onCode, onBack }: CodeFormProps) {
  const [isRecovery, setRecovery] = useState(false);
  return (
    <Form onSubmit={(values) => onCode(String(values.get('code')))} failure={failure}>
      <TextField
        // Another field, so that it is empty and has the focus.
        key={String(isRecovery)}
        name="code"
        label={isRecovery ? 'Recovery code' : 'Code'}
        hint={isRecovery ? 'Each one works once.' : 'From your authenticator app'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        required
        autoFocus
      />
      <Button type="submit" kind="primary" isBusy={isBusy}>
        Sign in
      </Button>
      <Button kind="quiet" onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? 'Use the app' : 'Use a recovery code'}
      </Button>
      <Button kind="quiet" onClick={onBack}>
        Back
      </Button>
    </Form>
  );
}
