import type { ReactNode } from 'react';
import { Button } from '../layout/button.tsx';
import { Code } from '../layout/code.tsx';
import { Dialog, DialogActions, DialogBody } from '../feedback/dialog.tsx';
import { Notice } from '../feedback/notice.tsx';

interface SecretDialogProps {
  title: string;
  /** The name of the value, such as "API key". */
  label: string;
  value: string;
  /** The instruction for when the value is lost, as a sentence. */
  ifLost: string;
  onClose: () => void;
  /** How to use the value. */
  children: ReactNode;
}

/** Shows a value that is available only once; only the button closes it. */
export function SecretDialog({ title, label, value, ifLost, onClose, children }: SecretDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} isHeld>
      <DialogBody>
        <Notice tone="warn" title={`Copy the ${label} now`}>
          {/* True for both keys, which are stored as hashes, and secrets, which are encrypted. */}
          It cannot be shown again. {ifLost}
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
