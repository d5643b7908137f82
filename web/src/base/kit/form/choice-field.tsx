import { useState } from 'react';
import { type Choice, Combobox } from './combobox.tsx';
import { type FieldProps, SelectField } from './field.tsx';
import { hasWords } from '../words/words.ts';

/** The longest list of choices for a select box. Longer lists are searched by typing. */
export const MAX_IN_SELECT = 15;
const MAX_SHOWN = 50;

type ChoiceFieldProps = FieldProps & {
  /** All options. */
  choices: readonly Choice[];
  /** The id of the selected option; empty for none. */
  value: string;
  onChange: (id: string) => void;
  /** The label of selecting none. */
  none: string;
  required?: boolean;
  disabled?: boolean;
};

/** Selects from a known list: a select for few options, a search for many. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { choices, value, onChange, none, required, disabled, ...field } = props;
  const [text, setText] = useState('');
  if (choices.length <= MAX_IN_SELECT) {
    return (
      <SelectField
        {...field}
        required={required}
        disabled={disabled}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{none}</option>
        {choices.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </SelectField>
    );
  }
  const matching = choices.filter(({ label, about = '' }) => hasWords(`${label} ${about}`, text));
  return (
    <Combobox
      {...field}
      required={required}
      placeholder={none}
      value={choices.find(({ id }) => id === value)}
      choices={matching.slice(0, MAX_SHOWN)}
      total={matching.length}
      onSearch={setText}
      onChange={(choice) => onChange(choice?.id ?? '')}
    />
  );
}
