import { TextField } from '../kit/field.tsx';

const MIN_LENGTH = 8;
const MAX_LENGTH = 200;

/** Asks for a new password, and states its rule before it is broken. */
export function NewPasswordField({ name, label }: { name: string; label: string }) {
  return (
    <TextField
      name={name}
      label={label}
      type="password"
      autoComplete="new-password"
      minLength={MIN_LENGTH}
      maxLength={MAX_LENGTH}
      required
      hint={`At least ${MIN_LENGTH} characters`}
    />
  );
}
