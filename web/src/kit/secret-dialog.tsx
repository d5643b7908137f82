import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Code } from './code.tsx';
import { Dialog, DialogActions, DialogBody } from './dialog.tsx';
import { Notice } from './notice.tsx';

interface SecretDialogProps {
  title: string;
  /** What the value is, such as "API key". */
  label: string;
  value: string;
  onClose: () => void;
  /** What to do with it. */
  children: ReactNode;
}

/** Shows a value this once; only the button closes it. */
export function SecretDialog({ title, label, value, onClose, children }: SecretDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} isHeld>
      <DialogBody>
        <Notice tone="warn" title={`Copy the ${label} now`}>
          {/* What is true of keys, which are kept as hashes, and of secrets, which are encrypted. */}
          This is the only time it is shown.
        </Notice>
        <Code text={value} label={label} />
        {children}
      </DialogBody>
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
