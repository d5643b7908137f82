import { MAX_PASSWORD, MIN_PASSWORD } from '../../generated/rules.ts';
import { TextField } from '../kit/form/field.tsx';

/** A field for a new password, which states the rule up front. */
export function NewPasswordField({ name, label }: { name: string; label: string }) {
  return (
    <TextField
      name={name}
      label={label}
      type="password"
      autoComplete="new-password"
      minLength={MIN_PASSWORD}
      maxLength={MAX_PASSWORD}
      required
      hint={`At least ${MIN_PASSWORD} characters`}
    />
  );
}
