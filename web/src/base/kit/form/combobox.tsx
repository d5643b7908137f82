import { ChevronsUpDown } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { singleLine } from '../../../generated/texts.ts';
import type { Failure } from '../../graphql/failure.ts';
import { classes } from '../layout/classes.ts';
import { Field, type FieldProps } from './field.tsx';
import { useClearError, useSettledField } from './form.tsx';
import { wholeNumber } from '../words/format.ts';
import { plural } from '../words/plural.ts';
import { useOnceLoaded } from '../feedback/use-once-loaded.ts';
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
  /** The option that the text names, whatever its label, such as by a number; the first of `choices`. */
  namedId?: string | undefined;
  /** The probable meaning of a text that is no option, suggested in the error. */
  meant?: string | undefined;
  /** How many options match, if not all of them are in `choices`. */
  total?: number;
  /** Called when Enter takes an option, also one that is still searched for, to go on to the next field. */
  onEntered?: (() => void) | undefined;
  onSearch: (text: string) => void;
  isLoading?: boolean;
  /** Why the search failed. */
  failure?: Failure | undefined;
  /** The text of a draft that is not an option yet. */
  initialText?: string | undefined;
  /** Whether `initialText` was pasted: it is searched for at once, and taken only if it names an option. */
  isPasted?: boolean | undefined;
  /** Called when the field begins and ends to wait for the option of what was entered. */
  onAwaited?: ((isAwaited: boolean) => void) | undefined;
  /** Called with the text that is not an option yet; undefined once it is one, or the field is reset. */
  onTyped?: ((text: string | undefined) => void) | undefined;
  required?: boolean;
  placeholder?: string;
  /** The text for a list without any options, such as what to create first. */
  none?: string;
};

const CHOOSE = 'Select an option from the list.';

/**
 * Which option a text stands for: Enter and Tab take the active one; other ways to leave guess nothing, but
 * take the only match. Of texts that are pasted together, nobody looks at the matches, so they must name
 * their option.
 */
type Taken = 'active' | 'same' | 'named';

/**
 * Selects one of many options by typing a part of its label (the ARIA pattern "combobox with list
 * autocomplete"). Text that was left stays in the field: until its options arrive, and as an error if it is
 * none of them.
 */
export function Combobox(props: ComboboxProps) {
  const {
    value,
    onChange,
    choices,
    namedId,
    meant,
    total = choices.length,
    onEntered,
    onSearch,
    isLoading = false,
    failure,
    initialText,
    isPasted = false,
    onAwaited,
    onTyped,
    required,
    placeholder,
    none = 'No matches',
    ...field
  } = props;
  const listId = useId();
  const clearError = useClearError();
  const settled = useSettledField();
  const input = useRef<HTMLInputElement>(null);
  // Moving the focus on emits `blur` before the next render.
  const isLeft = useRef(false);
  // The typed text, until it is an option; undefined while the selected option is shown.
  const [text, setText] = useState(initialText || undefined);
  const [isOpen, setOpen] = useState(false);
  const [isTyped, setTyped] = useState(text !== undefined);
  const [taken, setTaken] = useState<Taken>();
  const [active, setActive] = useState(0);
  const activeIndex = Math.min(active, choices.length - 1);
  const typed = text?.trim() ?? '';
  const isAwaited = taken !== undefined;
  const problem =
    typed === '' || isOpen || isAwaited ? undefined : (failure?.message ?? notAnOption(typed, meant));

  useEffect(() => {
    const isMissing = !value && (required || isOpen);
    input.current!.setCustomValidity(typed ? (problem ?? CHOOSE) : isMissing ? CHOOSE : '');
  }, [value, required, isOpen, typed, problem]);
  useEffect(() => {
    if (isOpen) document.getElementById(`${listId}-${activeIndex}`)?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, activeIndex, listId]);
  useEffect(() => {
    if (!isAwaited) settled();
    onAwaited?.(isAwaited);
  }, [isAwaited, settled, onAwaited]);

  const search = (typed: string) => {
    isLeft.current = false;
    setText(typed);
    setOpen(true);
    setActive(0);
    onSearch(singleLine(typed));
  };
  const reset = () => {
    setText(undefined);
    setOpen(false);
    setTyped(false);
    if (isTyped) onTyped?.(undefined);
  };
  const choose = (choice: Choice | undefined) => {
    reset();
    onChange(choice);
    if (choice) clearError(field.name);
  };
  const settle = (taken: Taken) => {
    setTaken(undefined);
    const named = choices.find(({ id }) => id === namedId) ?? sameAs(typed, choices);
    const only = choices.length === 1 ? choices[0] : undefined;
    const choice = { active: choices[activeIndex], same: named ?? only, named }[taken];
    if (choice) choose(choice);
    else if (value) onChange(undefined);
  };
  // A field can be left before the options arrive.
  const early = useOnceLoaded(isLoading, () => taken && settle(taken));
  useEffect(() => {
    if (!initialText) return;
    onSearch(singleLine(initialText));
    if (!isPasted) return;
    setTaken('named');
    early.wait();
    // Only when the field appears, and after the effect of `early`, for which nothing is loading yet.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  const take = (taken: Taken) => {
    isLeft.current = true;
    setOpen(false);
    if (failure) onSearch(singleLine(typed));
    if (!isLoading && !failure) return settle(taken);
    // The previous option must not stay beside what is entered next.
    if (required && value) onChange(undefined);
    setTaken(taken);
    early.wait();
  };
  const move = (step: number) => {
    if (!isOpen) search(typed);
    else if (isLoading) setActive(Math.max(active + step, 0));
    else setActive((activeIndex + step + choices.length) % Math.max(choices.length, 1));
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      move(step);
    } else if (event.key === 'Enter' && (isOpen || typed)) {
      event.preventDefault();
      if (!typed && !choices[activeIndex]) return;
      if (!isAwaited) take('active');
      onEntered?.();
    } else if (event.key === 'Enter' && value && onEntered) {
      event.preventDefault();
      onEntered();
    } else if (event.key === 'Tab' && isOpen && typed) {
      take('active');
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      reset();
    }
  };
  const leave = () => {
    if (!isOpen || isLeft.current) return;
    if (typed) return take('same');
    if (isTyped) onChange(undefined);
    reset();
  };

  return (
    <Field {...field} hint={isAwaited ? 'Searching…' : field.hint} problem={problem}>
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
            aria-busy={isAwaited || undefined}
            data-awaited={isAwaited || undefined}
            autoComplete="off"
            placeholder={placeholder}
            value={text ?? value?.label ?? ''}
            onChange={(event) => {
              early.forget();
              setTaken(undefined);
              setTyped(true);
              onTyped?.(event.target.value);
              search(event.target.value);
            }}
            onClick={() => !isOpen && !isAwaited && search(typed)}
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
            <p className={styles.none}>
              {isLoading
                ? 'Searching…'
                : (failure?.message ?? (typed === '' ? none : 'No matches. Try part of the name.'))}
            </p>
          )}
          <span className="visually-hidden" role="status">
            {isOpen && !isLoading ? (failure?.message ?? availableOf(choices.length, total)) : problem}
          </span>
        </div>
      )}
    </Field>
  );
}

/** Returns the option that has a text as its label, if there is one. */
function sameAs(typed: string, choices: readonly Choice[]): Choice | undefined {
  const text = typed.toLowerCase();
  const [same, another] = choices.filter(({ label }) => label.toLowerCase() === text);
  return another ? undefined : same;
}

function notAnOption(typed: string, meant: string | undefined): string {
  return `“${typed}” is not an option. ${meant ? `Did you mean ${meant}?` : 'Select one from the list.'}`;
}

function availableOf(count: number, total: number): string {
  if (total > count) return `${wholeNumber(count)} of ${wholeNumber(total)} options shown`;
  return `${plural(count, 'option')} available`;
}
