import { type ComponentProps, type ReactNode, useId } from 'react';
import { useDrafted, useDraftedCheck, useFieldError } from './form.tsx';
import styles from './form.module.css';

export interface FieldProps {
  /** The name in the service's errors. */
  name: string;
  label: string;
  hint?: ReactNode;
  isOptional?: boolean;
  /** Whether only screen readers get the label, for example in rows under a heading. */
  isLabelHidden?: boolean;
}

type InputProps = FieldProps & Omit<ComponentProps<'input'>, 'name'>;

/**
 * A single-line input: text, number, date and so on, by its `type`. The form checks its maximum length,
 * because browsers cut a longer text that is pasted, without a word.
 */
export function TextField({ name, label, hint, isOptional, isLabelHidden, maxLength, ...rest }: InputProps) {
  const drafted = useDrafted(name, rest);
  return (
    <Field {...{ name, label, hint, isOptional, isLabelHidden }}>
      {(wiring) => (
        <input
          {...rest}
          {...drafted}
          {...wiring}
          className={styles.input}
          name={name}
          data-max-length={maxLength}
        />
      )}
    </Field>
  );
}

type AreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'name'>;

/** A multi-line text input, whose maximum length the form checks. */
export function TextArea({ name, label, hint, isOptional, isLabelHidden, maxLength, ...rest }: AreaProps) {
  const drafted = useDrafted(name, rest);
  return (
    <Field {...{ name, label, hint, isOptional, isLabelHidden }}>
      {(wiring) => (
        <textarea
          rows={3}
          {...rest}
          {...drafted}
          {...wiring}
          className={styles.input}
          name={name}
          data-max-length={maxLength}
        />
      )}
    </Field>
  );
}

type SelectProps = FieldProps & Omit<ComponentProps<'select'>, 'name'>;

/** Selects one of a few options, its children. */
export function SelectField({ name, label, hint, isOptional, isLabelHidden, ...rest }: SelectProps) {
  const drafted = useDrafted(name, rest);
  return (
    <Field {...{ name, label, hint, isOptional, isLabelHidden }}>
      {(wiring) => <select {...rest} {...drafted} {...wiring} className={styles.input} name={name} />}
    </Field>
  );
}

type CheckboxProps = { name: string; label: ReactNode } & Omit<ComponentProps<'input'>, 'name'>;

/** A checkbox, with its error below. */
export function Checkbox({ name, label, ...rest }: CheckboxProps) {
  const id = useId();
  const error = useFieldError(name, typeof label === 'string' ? label : name);
  const drafted = useDraftedCheck(name, rest);
  return (
    <>
      <label className={styles.checkbox}>
        <input
          type="checkbox"
          {...rest}
          {...drafted}
          name={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && id}
        />
        <span>{label}</span>
      </label>
      {error && <Wrong id={id}>{error}</Wrong>}
    </>
  );
}

type FieldGroupProps = FieldProps & {
  /** The error to show if the form is submitted now, such as "Select at least one event". */
  missing?: string | undefined;
  children: ReactNode;
};

/** Groups several inputs under one name, such as a list of events; their error is shown below. */
export function FieldGroup({ name, label, hint, missing, children }: FieldGroupProps) {
  const id = useId();
  const error = useFieldError(name, label);
  return (
    <fieldset
      name={name}
      className={styles.field}
      data-missing={missing}
      tabIndex={error ? -1 : undefined}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={styles.label}>{label}</legend>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
      {error && <Wrong id={`${id}-error`}>{error}</Wrong>}
    </fieldset>
  );
}

/** Connects an input to its label, hint and error. */
interface Wiring {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

type CustomFieldProps = FieldProps & {
  /** An error that is shown before the form is submitted. */
  problem?: string | undefined;
  children: (wiring: Wiring) => ReactNode;
};

/** Wraps a custom input with its label, hint and error. */
export function Field(props: CustomFieldProps) {
  const { name, label, hint, isOptional = false, isLabelHidden = false, problem, children } = props;
  const id = useId();
  const error = useFieldError(name, label) ?? problem;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={isLabelHidden ? 'visually-hidden' : styles.label} htmlFor={id}>
        {label} {isOptional && <span className={styles.optional}>optional</span>}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {error && <Wrong id={`${id}-error`}>{error}</Wrong>}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Shows what is wrong with a field, below it. */
export function Wrong({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className={styles.error}>
      {children}
    </p>
  );
}
