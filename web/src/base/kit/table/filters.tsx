import { SlidersHorizontal, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { singleLine } from '../../../generated/texts.ts';
import { Button } from '../layout/button.tsx';
import { classes } from '../layout/classes.ts';
import { Field, type FieldProps, SelectField } from '../form/field.tsx';
import styles from './filters.module.css';
import formStyles from '../form/form.module.css';

const PAUSE_MS = 300;

/** The filters of a list, kept in the address. */
export interface Filters<Name extends string> {
  /** The filters that are set. */
  values: Partial<Record<Name, string>>;
  isEmpty: boolean;
  set: (name: Name, value: string) => void;
  /** Sets several filters at once; an empty value clears one. */
  setAll: (values: Partial<Record<Name, string>>) => void;
  clear: () => void;
}

/** Reads and sets filters by name; setting one returns to the first page of the list. */
export function useFilters<Name extends string>(...names: Name[]): Filters<Name> {
  const [search, setSearch] = useSearchParams();
  const given = names.flatMap((name) => {
    const value = search.get(name);
    return value ? [[name, value]] : [];
  });
  const change = (apply: (search: URLSearchParams) => void) =>
    setSearch((search) => {
      for (const cursor of ['after', 'before']) search.delete(cursor);
      apply(search);
      return search;
    });
  const setAll = (values: Partial<Record<Name, string>>) =>
    change((search) => {
      for (const [name, value] of Object.entries<string | undefined>(values)) {
        if (value) search.set(name, value);
        else search.delete(name);
      }
    });
  return {
    values: Object.fromEntries(given),
    isEmpty: given.length === 0,
    set: (name, value) => setAll({ [name]: value } as Partial<Record<Name, string>>),
    setAll,
    clear: () => change((search) => names.forEach((name) => search.delete(name))),
  };
}

interface FilterBarProps {
  filters?: Filters<never>;
  /** Buttons for common filters, which are always visible. */
  presets?: ReactNode;
  children: ReactNode;
}

/** The filter fields above a list; on narrow screens a button expands them. */
export function FilterBar({ filters, presets, children }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const active = Object.keys(filters?.values ?? {}).length;
  return (
    <search className={styles.search}>
      {presets}
      <div className={styles.toggle}>
        <Button
          icon={SlidersHorizontal}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {active > 0 ? `Filters (${active})` : 'Filters'}
        </Button>
      </div>
      <div id={id} className={classes(styles.bar, isOpen && styles.open)}>
        {children}
        {filters && !filters.isEmpty && (
          <Button kind="quiet" icon={X} onClick={filters.clear}>
            Clear filters
          </Button>
        )}
      </div>
    </search>
  );
}

interface FilterSelectProps<Name extends string> {
  filters: Pick<Filters<Name>, 'values' | 'set'>;
  name: Name;
  label: string;
  options: readonly (readonly [value: string, label: string])[];
  /** The option that filters nothing. */
  none?: string;
}

/** A filter that is one of a few values. */
export function FilterSelect<Name extends string>({
  filters: { values, set },
  name,
  label,
  options,
  none = 'Any',
}: FilterSelectProps<Name>) {
  return (
    <SelectField
      name={name}
      label={label}
      value={values[name] ?? ''}
      onChange={(event) => set(name, event.target.value)}
    >
      <option value="">{none}</option>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}

type FilterInputProps = FieldProps & {
  value: string | undefined;
  onChange: (value: string) => void;
} & Omit<ComponentProps<'input'>, 'name' | 'value' | 'onChange'>;

/**
 * A text or date filter, applied when typing pauses. Leaving the field does not apply it at once: the list
 * would change under the pointer, and the click that left the field would be lost.
 */
export function FilterInput(props: FilterInputProps) {
  const { name, label, hint, isOptional, isLabelHidden, value = '', onChange, ...rest } = props;
  const element = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // The address changed by other means: by going back, or by "Clear filters".
    if (singleLine(element.current!.value) !== value) element.current!.value = value;
    return () => clearTimeout(timer.current);
  }, [value]);
  const take = () => {
    clearTimeout(timer.current);
    // Another page is being opened.
    if (!element.current) return;
    const { validity, value: typed } = element.current;
    const text = singleLine(typed);
    if (validity.valid && text !== value) onChange(text);
  };
  return (
    <Field {...{ name, label, hint, isOptional, isLabelHidden }}>
      {(wiring) => (
        <input
          {...rest}
          {...wiring}
          ref={element}
          name={name}
          className={formStyles.input}
          defaultValue={value}
          onChange={() => {
            clearTimeout(timer.current);
            timer.current = setTimeout(take, PAUSE_MS);
          }}
          onKeyDown={({ key }) => key === 'Enter' && take()}
        />
      )}
    </Field>
  );
}
