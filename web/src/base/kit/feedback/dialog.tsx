import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from '../layout/button.tsx';
import { FailedNotice } from './failed-notice.tsx';
import { focusAt, focusPlace } from '../form/kept-focus.ts';
import type { Failure } from '../../graphql/failure.ts';
import styles from './dialog.module.css';

/** The element that has the focus in a new dialog: its main action or field, or else its first field. */
const FIRST = ['[data-main]', 'input:not([type=hidden]), select, textarea'];

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Whether only the buttons close the dialog, for example for secrets that are shown once. */
  isHeld?: boolean;
  children: ReactNode;
}

/**
 * A modal dialog, rendered while open. The browser keeps the focus within; then it goes back to where it was.
 */
export function Dialog({ title, onClose, isHeld = false, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  // A layout effect is undone while the dialog is still in the page. After that, closing it would restore no
  // focus.
  useLayoutEffect(() => {
    const dialog = element.current!;
    const opener = focusPlace();
    dialog.showModal();
    // Otherwise the first button would have the focus, which closes the dialog.
    const [first] = FIRST.flatMap((each) => dialog.querySelector<HTMLElement>(each) ?? []);
    first?.focus();
    return () => {
      dialog.close();
      focusAt(opener);
    };
  }, []);
  return (
    <dialog
      ref={element}
      className={styles.dialog}
      aria-labelledby={id}
      // A second consecutive Escape would close it without a cancelable event.
      closedby={isHeld ? 'none' : 'closerequest'}
      onCancel={(event) => {
        event.preventDefault();
        if (!isHeld) onClose();
      }}
    >
      <header className={styles.header}>
        <h2 id={id}>{title}</h2>
        {!isHeld && (
          <button type="button" className={styles.close} onClick={onClose} aria-label="Close">
            <X size={18} aria-hidden />
          </button>
        )}
      </header>
      {children}
    </dialog>
  );
}

/** The text and fields of a dialog. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}

/** The buttons of a dialog; the primary one comes last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <footer className={styles.actions}>{children}</footer>;
}

interface ConfirmProps {
  title: string;
  /** The label of the button, a verb. */
  label: string;
  /** The label of the button that changes nothing; "Cancel" by default. */
  dismissal?: string;
  isDangerous?: boolean;
  isBusy: boolean;
  failure: Failure | undefined;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmProps) {
  const { title, label, dismissal = 'Cancel', isDangerous = false, isBusy, failure } = props;
  const { onConfirm, onClose, children } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>
        {children}
        <FailedNotice failure={failure} />
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{dismissal}</Button>
        <Button data-main kind={isDangerous ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
          {label}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
