import { useState } from 'react';
import { type Choice, Combobox } from './combobox.tsx';
import type { FieldProps } from './field.tsx';
import { hasWords } from '../words/words.ts';

const MAX_SHOWN = 50;

/** An option with more words by which it is found. */
interface WordedChoice extends Choice {
  words?: string;
}

type ChoiceFieldProps = FieldProps & {
  /** All options. */
  choices: readonly WordedChoice[];
  isLoading?: boolean;
  /** The id of the selected option; empty for none. */
  value: string;
  onChange: (id: string) => void;
  /** Called when Enter takes an option, to go on to the next field. */
  onEntered?: (() => void) | undefined;
  /** The label of selecting none. */
  none: string;
  required?: boolean;
};

/**
 * Selects from a list that is loaded as a whole, by typing a part of a label or of what is known about it.
 */
export function ChoiceField({ choices, value, onChange, none, ...field }: ChoiceFieldProps) {
  const [text, setText] = useState('');
  const matching = choices.filter(({ label, about = '', words = '' }) =>
    hasWords(`${label} ${about} ${words}`, text),
  );
  return (
    <Combobox
      {...field}
      placeholder={none}
      value={choices.find(({ id }) => id === value)}
      choices={matching.slice(0, MAX_SHOWN)}
      total={matching.length}
      onSearch={setText}
      onChange={(choice) => onChange(choice?.id ?? '')}
    />
  );
}
