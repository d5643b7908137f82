import { FieldGroup, type FieldProps, TextField } from './field.tsx';
import type { Entries } from './text-in.ts';
import styles from './window-field.module.css';

/** Edits a daily window, such as 06:00-10:00, with an input for each end. */
export function WindowField({ defaultValue, ...field }: FieldProps & { defaultValue: string }) {
  const { name } = field;
  const [from = '', to = ''] = defaultValue.split('-');
  return (
    <FieldGroup {...field}>
      <div className={styles.window}>
        <TextField name={`${name}.from`} label="From" isLabelHidden type="time" defaultValue={from} />
        <span aria-hidden>to</span>
        <TextField name={`${name}.to`} label="To" isLabelHidden type="time" defaultValue={to} />
      </div>
    </FieldGroup>
  );
}

/**
 * Returns what {@link WindowField} was filled with; null for no window. The service names what is missing of
 * one.
 */
export function windowIn(values: Entries, name: string): string | null {
  const [from, to] = [values.get(`${name}.from`), values.get(`${name}.to`)];
  return from || to ? `${String(from)}-${String(to)}` : null;
}
