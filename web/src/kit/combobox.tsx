import { ChevronsUpDown } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { singleLine } from '../generated/texts.ts';
import { classes } from './classes.ts';
import { Field, type FieldProps } from './field.tsx';
import { useClearError } from './form.tsx';
import { wholeNumber } from './format.ts';
import { plural } from './plural.ts';
import { useOnceLoaded } from './use-once-loaded.ts';
import styles from './combobox.module.css';
import formStyles from './form.module.css';

/** An option. */
export interface Choice {
  id: string;
  label: string;
  /** Distinguishes options with similar labels, for example by price. */
  about?: string;
}

type ComboboxProps = FieldProps & {
  value: Choice | undefined;
  onChange: (choice: Choice | undefined) => void;
  /** The options that match the text. */
  choices: readonly Choice[];
  /** How many options match, if not all of them are in `choices`. */
  total?: number;
  /** Called when Enter takes an option, to go on to the next field. */
  onEntered?: (() => void) | undefined;
  onSearch: (text: string) => void;
  isLoading?: boolean;
  required?: boolean;
  placeholder?: string;
};

const CHOOSE = 'Select an option from the list.';

/** Selects one of many options by typing a part of its label (the ARIA pattern "combobox with list autocomplete"). */
export function Combobox(props: ComboboxProps) {
  const {
    value,
    onChange,
    choices,
    total = choices.length,
    onEntered,
    onSearch,
    isLoading = false,
    required,
    placeholder,
    ...field
  } = props;
  const listId = useId();
  const clearError = useClearError();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState<string>();
  const [active, setActive] = useState(0);
  // While open, `text` is the typed text; when closed, the selected option is shown.
  const isOpen = text !== undefined;
  const activeIndex = Math.min(active, choices.length - 1);

  useEffect(() => {
    const isMissing = !value && (required || isOpen);
    input.current!.setCustomValidity(isMissing ? CHOOSE : '');
  }, [value, required, isOpen]);
  useEffect(() => {
    if (isOpen) document.getElementById(`${listId}-${activeIndex}`)?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, activeIndex, listId]);

  const search = (typed: string) => {
    setText(typed);
    setActive(0);
    onSearch(singleLine(typed));
  };
  const close = () => setText(undefined);
  const choose = (choice: Choice | undefined) => {
    onChange(choice);
    if (choice) clearError(field.name);
    close();
  };
  const enter = (choice: Choice | undefined) => {
    if (!choice) return;
    choose(choice);
    onEntered?.();
  };
  // Enter can be pressed before the options arrive.
  const early = useOnceLoaded(isLoading, () => isOpen && enter(choices[0]));
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen) setActive((activeIndex + step + choices.length) % Math.max(choices.length, 1));
      else search('');
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      if (isLoading) early.wait();
      else enter(choices[activeIndex]);
    } else if (event.key === 'Tab' && isOpen && text !== '') {
      if (choices[activeIndex]) choose(choices[activeIndex]);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      close();
    }
  };
  const leave = () => {
    if (text?.trim() === '' && !required) onChange(undefined);
    close();
  };

  return (
    <Field {...field}>
      {(wiring) => (
        <div className={styles.combobox}>
          <input
            {...wiring}
            ref={input}
            name={field.name}
            className={classes(formStyles.input, styles.input)}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && choices.length > 0 ? `${listId}-${activeIndex}` : undefined}
            aria-required={required}
            autoComplete="off"
            placeholder={placeholder}
            value={text ?? value?.label ?? ''}
            onChange={(event) => {
              early.forget();
              search(event.target.value);
            }}
            onClick={() => !isOpen && search('')}
            onKeyDown={press}
            onBlur={leave}
          />
          <ChevronsUpDown size={16} aria-hidden className={styles.mark} />
          <div className={styles.popup} hidden={!isOpen || choices.length === 0}>
            <div id={listId} role="listbox" aria-label={field.label} className={styles.list}>
              {isOpen &&
                choices.map((choice, index) => (
                  <div
                    key={choice.id}
                    id={`${listId}-${index}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === activeIndex}
                    className={styles.option}
                    // On mouse down, because the click's blur would come first.
                    onMouseDown={(event) => {
                      event.preventDefault();
                      choose(choice);
                    }}
                    onMouseMove={() => setActive(index)}
                  >
                    <span>{choice.label}</span>
                    {choice.about && <span className={styles.about}>{choice.about}</span>}
                  </div>
                ))}
            </div>
            {total > choices.length && (
              <p className={styles.more}>
                {wholeNumber(choices.length)} of {wholeNumber(total)} shown
              </p>
            )}
          </div>
          {isOpen && choices.length === 0 && (
            <p className={styles.none}>{isLoading ? 'Searching…' : 'No matches'}</p>
          )}
          <span className="visually-hidden" role="status">
            {isOpen && !isLoading && availableOf(choices.length, total)}
          </span>
        </div>
      )}
    </Field>
  );
}

function availableOf(count: number, total: number): string {
  if (total > count) return `${wholeNumber(count)} of ${wholeNumber(total)} options shown`;
  return `${plural(count, 'option')} available`;
}
