import { ChangeRoleDocument, RemovePersonDocument, type Role } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { ConfirmDialog } from '../kit/dialog.tsx';
import { SelectField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import type { PersonRow } from './people-tables.tsx';
import { RoleOptions } from './roles.tsx';

interface PersonDialogProps {
  person: PersonRow;
  onDone: () => void;
  onClose: () => void;
}

/** Changes the role of a person. */
export function RoleDialog({ person: { id, email, role }, onDone, onClose }: PersonDialogProps) {
  const { run, isRunning, failure } = useAction(ChangeRoleDocument);
  return (
    <FormDialog
      title={`Role of ${email}`}
      label="Change role"
      isBusy={isRunning}
      failure={failure}
      onSubmit={(values) =>
        void run({ id, role: String(values.get('role')) as Role }).then((done) => done && onDone())
      }
      onClose={onClose}
    >
      <SelectField name="role" label="Role" defaultValue={role}>
        <RoleOptions />
      </SelectField>
    </FormDialog>
  );
}

/** Removes a person, after confirmation. */
export function RemoveDialog({ person: { id, email }, onDone, onClose }: PersonDialogProps) {
  const { run, isRunning, failure } = useAction(RemovePersonDocument);
  return (
    <ConfirmDialog
      title={`Remove ${email}?`}
      label="Remove person"
      isDangerous
      isBusy={isRunning}
      failure={failure}
      onClose={onClose}
      onConfirm={() => void run({ id }).then((done) => done && onDone())}
    >
      <p>This signs the person out everywhere. API keys keep working: revoke those the person knows.</p>
    </ConfirmDialog>
  );
}
