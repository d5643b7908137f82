import { type ReactNode, useId, useRef, useState } from 'react';
import type { Failure } from '../../graphql/failure.ts';
import { Button } from '../layout/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../feedback/dialog.tsx';
import { Form, type Texts } from './form.tsx';
import styles from './form-dialog.module.css';
import type { Drafted } from './use-draft.tsx';

interface FormDialogProps {
  title: string;
  /** The label of the button, a verb. */
  label: string;
  isBusy: boolean;
  failure: Failure | undefined;
  /** Keeps what is typed until it is sent or given up. */
  draft?: Drafted<Texts>;
  /** Called with the values of the fields. */
  onSubmit: (values: FormData) => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** A form in a dialog. Escape asks before it discards what was typed. */
export function FormDialog(props: FormDialogProps) {
  const { title, label, isBusy, failure, draft, onSubmit, onClose, children } = props;
  const id = useId();
  const isTyped = useRef(false);
  const before = useRef<Element>(null);
  const [isAsking, setAsking] = useState(false);
  const giveUp = () => {
    draft?.forget();
    onClose();
  };
  const ask = () => {
    if (!isTyped.current) return onClose();
    before.current ??= document.activeElement;
    setAsking(true);
  };
  const stay = () => {
    setAsking(false);
    (before.current as HTMLElement | null)?.focus();
    before.current = null;
  };
  return (
    <Dialog title={title} onClose={ask}>
      <DialogBody>
        <Form
          id={id}
          onSubmit={onSubmit}
          failure={failure}
          draft={draft}
          onTyped={() => (isTyped.current = true)}
        >
          {children}
        </Form>
      </DialogBody>
      <DialogActions>
        {isAsking ? (
          <>
            <strong className={styles.question} role="alert">
              Discard what you entered?
            </strong>
            <Button kind="danger" onClick={giveUp}>
              Discard
            </Button>
            <Button kind="primary" autoFocus onClick={stay}>
              Keep editing
            </Button>
          </>
        ) : (
          <>
            {/* Tab leads from the last field to it. */}
            <Button type="submit" form={id} kind="primary" isBusy={isBusy}>
              {label}
            </Button>
            <Button onClick={giveUp}>Cancel</Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}
