import { useId } from 'react';
import { classes } from '../layout/classes.ts';
import { Wrong } from './field.tsx';
import { useFieldError } from './form.tsx';
import styles from './choice.module.css';

interface ChoiceProps<Value extends string> {
  name: string;
  label: string;
  /** The selected option; undefined as long as none is. */
  value: Value | undefined;
  options: readonly (readonly [value: Value, label: string])[];
  onChange: (value: Value) => void;
  /** Whether only screen readers get the label. */
  isLabelHidden?: boolean;
  /** Whether it is a field of the surrounding form, which keeps it in drafts and requires an option. */
  isField?: boolean;
}

/** Selects one of a few options side by side, with immediate effect. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { name, label, value, options, onChange, isLabelHidden = false, isField = false } = props;
  const id = useId();
  const error = useFieldError(name, label);
  return (
    <fieldset
      className={styles.choice}
      name={isField ? name : undefined}
      data-missing={isField && value === undefined ? 'Select an option.' : undefined}
      tabIndex={error ? -1 : undefined}
      aria-invalid={error ? true : undefined}
      aria-describedby={error && id}
    >
      <legend className={isLabelHidden ? 'visually-hidden' : styles.label}>{label}</legend>
      <div className={classes(styles.options, isField && styles.even)}>
        {options.map(([option, text]) => (
          <label key={option} className={styles.option}>
            <input
              type="radio"
              className="visually-hidden"
              name={isField ? name : `${name}${id}`}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
      {error && <Wrong id={id}>{error}</Wrong>}
    </fieldset>
  );
}
