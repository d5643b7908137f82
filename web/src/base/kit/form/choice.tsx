import { useId } from 'react';
import styles from './choice.module.css';

interface ChoiceProps<Value extends string> {
  name: string;
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, label: string])[];
  onChange: (value: Value) => void;
  /** Whether only screen readers get the label. */
  isLabelHidden?: boolean;
}

/** Selects one of a few options side by side, with immediate effect. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { name, label, value, options, onChange, isLabelHidden = false } = props;
  const id = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={isLabelHidden ? 'visually-hidden' : styles.label}>{label}</legend>
      <div className={styles.options}>
        {options.map(([option, text]) => (
          <label key={option} className={styles.option}>
            <input
              type="radio"
              className="visually-hidden"
              name={`${name}${id}`}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
