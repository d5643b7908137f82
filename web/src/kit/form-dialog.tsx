import { type ReactNode, useId } from 'react';
import type { Failure } from '../graphql/failure.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions, DialogBody } from './dialog.tsx';
import { Form } from './form.tsx';

interface FormDialogProps {
  title: string;
  /** The label of the button, a verb. */
  label: string;
  isBusy: boolean;
  failure: Failure | undefined;
  /** Called with the values of the fields. */
  onSubmit: (values: FormData) => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** A form in a dialog. */
export function FormDialog(props: FormDialogProps) {
  const { title, label, isBusy, failure, onSubmit, onClose, children } = props;
  const id = useId();
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>
        <Form id={id} onSubmit={onSubmit} failure={failure}>
          {children}
        </Form>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={id} kind="primary" isBusy={isBusy}>
          {label}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
