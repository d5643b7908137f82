import { Download } from 'lucide-react';
import { useState } from 'react';
import {
  ConfirmSecondFactorDocument,
  RenewRecoveryCodesDocument,
  StartSecondFactorDocument,
  type StartSecondFactorMutation,
  StopSecondFactorDocument,
} from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { DownloadLink } from '../../base/kit/layout/button.tsx';
import { Code } from '../../base/kit/layout/code.tsx';
import { TextField } from '../../base/kit/form/field.tsx';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { qrImageOf } from '../../base/kit/paper/qr-image.ts';
import { SecretDialog } from '../../base/kit/form/secret-dialog.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';

interface DialogProps {
  onClose: () => void;
}

type Setup = StartSecondFactorMutation['startSecondFactor'];

/**
 * Sets up a second factor: asks for the password, then for a code of the app, and shows the recovery codes.
 */
export function SetUpDialog({ onClose }: DialogProps) {
  const start = useAction(StartSecondFactorDocument);
  const [setup, setSetup] = useState<Setup>();
  if (setup) return <ConfirmDialog setup={setup} onClose={onClose} />;
  return (
    <FormDialog
      title="Set up a second factor"
      label="Continue"
      isBusy={start.isRunning}
      failure={start.failure}
      onSubmit={(values) =>
        void start
          .run({ password: String(values.get('password')) })
          .then((data) => data && setSetup(data.startSecondFactor))
      }
      onClose={onClose}
    >
      <PasswordField />
    </FormDialog>
  );
}

function ConfirmDialog({ setup: { uri, secret }, onClose }: DialogProps & { setup: Setup }) {
  const { run, isRunning, failure } = useAction(ConfirmSecondFactorDocument);
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  return (
    <FormDialog
      title="Scan the code"
      label="Turn on"
      isBusy={isRunning}
      failure={failure}
      onSubmit={(values) =>
        void run({ code: String(values.get('code')) }).then(
          (data) => data && setCodes(data.confirmSecondFactor.codes),
        )
      }
      onClose={onClose}
    >
      <p>
        Scan it with an authenticator app, or enter the secret there. Then enter the code that the app shows.
      </p>
      <img src={qrImageOf(uri)} alt="QR code of the secret below" width="192" height="192" />
      <Code text={secret} label="secret" />
      <CodeField />
    </FormDialog>
  );
}

/** Replaces the recovery codes. */
export function RenewDialog({ onClose }: DialogProps) {
  const { run, isRunning, failure } = useAction(RenewRecoveryCodesDocument);
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  return (
    <FormDialog
      title="New recovery codes"
      label="Replace codes"
      isBusy={isRunning}
      failure={failure}
      onSubmit={(values) =>
        void run({ code: String(values.get('code')) }).then(
          (data) => data && setCodes(data.renewRecoveryCodes.codes),
        )
      }
      onClose={onClose}
    >
      <p>The previous recovery codes stop working.</p>
      <CodeField />
    </FormDialog>
  );
}

/** Turns the second factor off. */
export function StopDialog({ onClose }: DialogProps) {
  const { run, isRunning, failure } = useAction(StopSecondFactorDocument);
  const toast = useToast();
  const submit = async (values: FormData) => {
    const given = { password: String(values.get('password')), code: String(values.get('code')) };
    if (!(await run(given))) return;
    toast('Second factor turned off');
    onClose();
  };
  return (
    <FormDialog
      title="Turn off the second factor?"
      label="Turn off"
      isBusy={isRunning}
      failure={failure}
      onSubmit={(values) => void submit(values)}
      onClose={onClose}
    >
      <PasswordField />
      <TextField
        name="code"
        label="Code"
        hint="From your app, or a recovery code"
        autoComplete="one-time-code"
        required
      />
    </FormDialog>
  );
}

function CodesDialog({ codes, onClose }: DialogProps & { codes: string[] }) {
  const text = codes.join('\n');
  return (
    <SecretDialog
      title="Recovery codes"
      label="recovery codes"
      value={text}
      ifLost="If they are lost, renew them."
      onClose={onClose}
    >
      <p>Each one replaces a code of the app once. Keep them where you find them without your phone.</p>
      <DownloadLink
        icon={Download}
        isSmall
        href={`data:text/plain,${encodeURIComponent(`${text}\n`)}`}
        name="provender-recovery-codes.txt"
      >
        Download
      </DownloadLink>
    </SecretDialog>
  );
}

function PasswordField() {
  return (
    <TextField name="password" label="Password" type="password" autoComplete="current-password" required />
  );
}

function CodeField() {
  return <TextField name="code" label="Code" autoComplete="one-time-code" inputMode="numeric" required />;
}
