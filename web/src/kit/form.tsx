import { createContext, type ReactNode, type SubmitEvent, use, useEffect, useRef, useState } from 'react';
import type { Failure } from '../graphql/failure.ts';
import { sentence } from '../graphql/failure.ts';
import { Notice } from './notice.tsx';
import styles from './form.module.css';

const FailureContext = createContext<Failure | undefined>(undefined);

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
 * A form whose wrong fields say so themselves; the first of them takes the focus. What their attributes
 * ask for, such as `required` or `step`, is checked before anything is sent.
 */
export function Form({ id, onSubmit, failure, children }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const [names, setNames] = useState<string[]>([]);
  const [refusal, setRefusal] = useState<Failure>();
  const shown = refusal ?? failure;
  useEffect(() => {
    if (shown) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [shown]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setNames(fieldsOf(form).map(({ name }) => name));
    const refused = refusalOf(form);
    setRefusal(refused);
    if (!refused) onSubmit(new FormData(form));
  };
  return (
    <FailureContext value={shown}>
      <form ref={element} id={id} className={styles.form} onSubmit={submit} noValidate>
        {shown && !isShownBy(names, shown) && <Notice tone="bad">{shown.message}</Notice>}
        {children}
      </form>
    </FailureContext>
  );
}

type NamedField = HTMLInputElement | HTMLFieldSetElement;

function fieldsOf(form: HTMLFormElement): NamedField[] {
  return ([...form.elements] as NamedField[]).filter(({ name }) => name !== '');
}

/** What the browser holds against the fields, as the service would tell it. */
function refusalOf(form: HTMLFormElement): Failure | undefined {
  const details = fieldsOf(form)
    .filter((field) => !field.checkValidity())
    .map((field) => ({ field: field.name, message: field.validationMessage }));
  const [first] = details;
  return first && { code: 'validation_error', message: first.message, field: first.field, details };
}

function isShownBy(names: string[], { details }: Failure): boolean {
  return details.length > 0 && details.every(({ field }) => names.includes(field));
}

/** What is wrong with a field of the form around, without its name: that stands beside it. */
export function useFieldError(name: string): string | undefined {
  const failure = use(FailureContext);
  const found = failure?.details.find(({ field }) => field === name);
  if (!found) return undefined;
  const { message } = found;
  return sentence(message.startsWith(`${name} `) ? message.slice(name.length + 1) : message);
}

/** Fields side by side where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

/** The buttons that end a form. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
