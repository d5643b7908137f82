import {
  createContext,
  type ReactNode,
  type SubmitEvent,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Failure } from '../graphql/failure.ts';
import { sentence } from '../graphql/failure.ts';
import { Notice } from './notice.tsx';
import styles from './form.module.css';

interface FormState {
  failure: Failure | undefined;
  /** Names of the fields that were corrected since the failure. */
  mended: ReadonlySet<string>;
  mend: (name: string) => void;
}

const FormContext = createContext<FormState>({ failure: undefined, mended: new Set(), mend: () => {} });

interface FormProps {
  /** For buttons that stand outside of it. */
  id?: string;
  /** Called with what the fields hold; fields are told apart by their names. */
  onSubmit: (values: FormData) => void;
  /** Shown at the fields it names, and above them what it does not. */
  failure: Failure | undefined;
  children: ReactNode;
}

/**
 * A form that shows errors at their fields, focuses the first of them, and removes an error once its
 * field is corrected. Constraints such as `required` or `step` are checked before anything is sent.
 */
export function Form({ id, onSubmit, failure, children }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const [names, setNames] = useState<string[]>([]);
  const [refusal, setRefusal] = useState<Failure>();
  const [mended, setMended] = useState<ReadonlySet<string>>(new Set());
  const shown = refusal ?? failure;
  const mend = useCallback((...names: string[]) => setMended((mended) => new Set([...mended, ...names])), []);
  const state = useMemo(() => ({ failure: shown, mended, mend }), [shown, mended, mend]);
  useEffect(() => {
    if (shown) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [shown]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setNames(fieldsOf(form).map(({ name }) => name));
    setMended(new Set());
    const refused = refusalOf(form);
    setRefusal(refused);
    if (!refused) onSubmit(new FormData(form));
  };
  return (
    <FormContext value={state}>
      <form
        ref={element}
        id={id}
        className={styles.form}
        onSubmit={submit}
        onInput={({ target }) => {
          const field = target as HTMLInputElement;
          if (shown && field.validity.valid) mend(...namesOf(field));
        }}
        noValidate
      >
        {shown && !isShownBy(names, shown) && <Notice tone="bad">{shown.message}</Notice>}
        {children}
      </form>
    </FormContext>
  );
}

type NamedField = HTMLInputElement | HTMLFieldSetElement;

function fieldsOf(form: HTMLFormElement): NamedField[] {
  return ([...form.elements] as NamedField[]).filter(({ name }) => name !== '');
}

/** The names of a field and of the groups it is in. */
function namesOf(field: HTMLInputElement): string[] {
  const names = [field.name];
  for (let group = field.closest('fieldset'); group; group = group.parentElement!.closest('fieldset')) {
    names.push(group.name);
  }
  return names;
}

/** Checks the fields in the browser. Returns the faults in the form of the service's errors. */
function refusalOf(form: HTMLFormElement): Failure | undefined {
  const details = fieldsOf(form).flatMap((field) => {
    const message = field.dataset.missing ?? (field.checkValidity() ? '' : field.validationMessage);
    return message ? [{ field: field.name, message }] : [];
  });
  const [first] = details;
  return first && { code: 'validation_error', message: first.message, field: first.field, details };
}

function isShownBy(names: string[], { details }: Failure): boolean {
  return details.length > 0 && details.every(({ field }) => names.includes(field));
}

/** The service's messages go on from the name of the field: "must not be empty". */
const PREDICATE = /^(must|is|exceeds|has|does)\b/;

/** Returns the error of a field of the surrounding form, as a sentence about its label. */
export function useFieldError(name: string, label: string): string | undefined {
  const { failure, mended } = use(FormContext);
  const found = failure?.details.find(({ field }) => field === name);
  if (!found || mended.has(name)) return undefined;
  const { message } = found;
  const rest = message.startsWith(`${name} `) ? message.slice(name.length + 1) : message;
  return sentence(PREDICATE.test(rest) ? `${label} ${rest}` : rest);
}

/** Returns a function that removes the error of a field, for inputs whose changes are not `input` events. */
export function useMend(): (name: string) => void {
  return use(FormContext).mend;
}

/** Fields side by side where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

/** The buttons that end a form. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
