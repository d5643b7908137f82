import { RevokeKeyDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { ConfirmDialog } from '../../base/kit/feedback/dialog.tsx';
import type { KeyRow } from './key-row.ts';

interface RevokeKeyProps {
  apiKey: KeyRow;
  onRevoked: () => void;
  onClose: () => void;
}

/** Revokes a key permanently, after confirmation. */
export function RevokeKeyDialog({ apiKey, onRevoked, onClose }: RevokeKeyProps) {
  const { id, name, prefix, lastFour } = apiKey;
  const { run, isRunning, failure } = useAction(RevokeKeyDocument);
  return (
    <ConfirmDialog
      title={`Revoke “${name}”?`}
      label="Revoke key"
      isDangerous
      isBusy={isRunning}
      failure={failure}
      onClose={onClose}
      onConfirm={() => void run({ id }).then((done) => done && onRevoked())}
    >
      <p>
        Requests that use{' '}
        <code>
          {prefix}…{lastFour}
        </code>{' '}
        will fail immediately. You cannot undo this.
      </p>
    </ConfirmDialog>
  );
}
