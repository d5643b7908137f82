import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSession } from '../../session/session.tsx';
import { Button } from '../layout/button.tsx';
import { clock } from '../words/format.ts';
import { Notice } from '../feedback/notice.tsx';

const PREFIX = 'draft:';

/** The draft of a form that was left. It survives links, reloads and the end of the session, in this tab. */
export interface Drafted<Values> {
  /** The draft that was continued; undefined for a form that began empty. */
  values: Values | undefined;
  /** Offers to continue an earlier draft, to be shown above the form. */
  offer: ReactNode;
  save: (values: Values) => void;
  /** Called when the form was sent or given up. */
  forget: () => void;
}

interface Stored<Values> {
  at: number;
  values: Values;
}

/**
 * Keeps what is typed into a form, for each person.
 *
 * @param onContinue called with the draft to continue, for values that the form keeps in its state
 */
export function useDraft<Values>(name: string, onContinue?: (values: Values) => void): Drafted<Values> {
  const { person } = useSession();
  const key = keyOf(person.id, name);
  const [found, setFound] = useState(() => read<Values>(key));
  const [values, setValues] = useState<Values>();
  // The pressed button disappears with the offer; this keeps the focus in the form.
  const isOffered = found !== undefined;
  const wasOffered = useRef(isOffered);
  useEffect(() => {
    if (wasOffered.current && !isOffered && document.activeElement === document.body) focusForm();
    wasOffered.current = isOffered;
  }, [isOffered]);
  const forget = () => {
    sessionStorage.removeItem(key);
    setFound(undefined);
  };
  const take = (stored: Stored<Values>) => {
    setFound(undefined);
    setValues(stored.values);
    onContinue?.(stored.values);
  };
  const offer = found && (
    <Notice
      tone="note"
      title="You have a draft"
      actions={
        <>
          <Button isSmall kind="primary" onClick={() => take(found)}>
            Continue your draft
          </Button>
          <Button isSmall onClick={forget}>
            Discard
          </Button>
        </>
      }
    >
      Typed until {clock(new Date(found.at).toISOString())}, but not saved.
    </Notice>
  );
  return { values, offer, save: (typed) => keepDraft(person.id, name, typed), forget };
}

/** Keeps values for a form, which offers to continue with them when it opens. */
export function keepDraft(personId: string, name: string, values: unknown): void {
  try {
    const stored: Stored<unknown> = { at: Date.now(), values };
    sessionStorage.setItem(keyOf(personId, name), JSON.stringify(stored));
  } catch {
    // Without room for it, the form works without a draft.
  }
}

/** Removes the drafts of a person who signs out, and which changes they sent. */
export function forgetDrafts(personId: string): void {
  const prefixes = [keyOf(personId, ''), `${PREFIX}sent:`];
  for (const key of Object.keys(sessionStorage))
    if (prefixes.some((prefix) => key.startsWith(prefix))) sessionStorage.removeItem(key);
}

function keyOf(personId: string, name: string): string {
  return `${PREFIX}${personId}:${name}`;
}

function focusForm(): void {
  const within = document.querySelector('dialog[open]') ?? document.querySelector('main');
  within?.querySelector<HTMLElement>('form :is(input:not([type=hidden]), select, textarea)')?.focus();
}

function read<Values>(key: string): Stored<Values> | undefined {
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : (JSON.parse(text) as Stored<Values>);
}
