import { createContext, type ReactNode, type SubmitEvent, use, useEffect, useRef } from 'react';
import type { Failure } from '../graphql/failure.ts';
import { sentence } from '../graphql/failure.ts';
import { Notice } from './notice.tsx';
import styles from './form.module.css';

const FailureContext = createContext<Failure | undefined>(undefined);

interface FormProps {
  /** Called with what the fields hold; fields are told apart by their names. */
  onSubmit: (values: FormData) => void;
  /** Shown at the fields it names, and above them what it does not. */
  failure: Failure | undefined;
  children: ReactNode;
}

/** A form whose wrong fields say so themselves; the first of them takes the focus. */
export function Form({ onSubmit, failure, children }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };
  return (
    <FailureContext value={failure}>
      <form ref={element} className={styles.form} onSubmit={submit} noValidate>
        {failure && failure.details.length === 0 && <Notice tone="bad">{failure.message}</Notice>}
        {children}
      </form>
    </FailureContext>
  );
}

/** What is wrong with a field of the form around. */
export function useFieldError(name: string): string | undefined {
  const failure = use(FailureContext);
  const found = failure?.details.find(({ field }) => field === name || field.endsWith(`.${name}`));
  return found && sentence(found.message);
}

/** Fields side by side where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

/** The buttons that end a form. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
