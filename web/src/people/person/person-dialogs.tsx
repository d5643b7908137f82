import {
  ChangeRoleDocument,
  PeoplePageDocument,
  type PeoplePageQuery,
  RemovePersonDocument,
  ResetPasswordOfDocument,
  type ResetPasswordOfMutation,
  type Role,
  StopSecondFactorOfDocument,
} from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { ConfirmDialog } from '../../base/kit/feedback/dialog.tsx';
import { SelectField, TextField } from '../../base/kit/form/field.tsx';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { useEdit } from '../../base/kit/form/use-edit.tsx';
import type { PersonRow } from './people-tables.tsx';
import { nameOfRole, RoleOptions } from './roles.tsx';

interface PersonDialogProps {
  person: PersonRow;
  onDone: () => void;
  onClose: () => void;
}

/** Changes the role of a person. */
export function RoleDialog({ person, onDone, onClose }: PersonDialogProps) {
  const { id, email } = person;
  const edit = useEdit({
    noun: 'role',
    start: storedRole(person),
    labels: { role: ['Role', nameOfRole] },
    label: 'Change role',
    mutation: ChangeRoleDocument,
    variablesOf: ({ role = person.role }, ifMatch) => ({ id, role, ifMatch }),
    query: PeoplePageDocument,
    asked: {},
    storedIn({ people }: PeoplePageQuery) {
      const found = people.find((each) => each.id === id);
      return found ? storedRole(found) : null;
    },
    onKeep: onClose,
  });
  return (
    <FormDialog
      title={`Role of ${email}`}
      label={edit.label}
      isBusy={edit.isRunning}
      failure={edit.failure}
      onSubmit={(values) =>
        void edit.save({ role: String(values.get('role')) as Role }).then((isSaved) => isSaved && onDone())
      }
      onClose={onClose}
    >
      <SelectField name="role" label="Role" defaultValue={person.role}>
        <RoleOptions />
      </SelectField>
      {edit.conflict}
    </FormDialog>
  );
}

function storedRole({ role, version }: Pick<PersonRow, 'role' | 'version'>) {
  return { values: { role }, version };
}

/** Turns off the second factor of a person who lost it. */
export function FactorDialog({ person: { id, email }, onDone, onClose }: PersonDialogProps) {
  const { run, isRunning, failure } = useAction(StopSecondFactorOfDocument);
  return (
    <FormDialog
      title={`Turn off the second factor of ${email}?`}
      label="Turn off"
      isBusy={isRunning}
      failure={failure}
      onSubmit={(values) =>
        void run({ id, password: String(values.get('password')) }).then((done) => done && onDone())
      }
      onClose={onClose}
    >
      <p>The person can then sign in with the password alone. First make sure that it is them who asks.</p>
      <TextField
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
      />
    </FormDialog>
  );
}

export type GivenPassword = ResetPasswordOfMutation['resetPasswordOf'];

interface PasswordDialogProps extends Omit<PersonDialogProps, 'onDone'> {
  onDone: (given: GivenPassword) => void;
}

/** Gives a person who forgot their password a new one. */
export function PasswordDialog({ person: { id, email }, onDone, onClose }: PasswordDialogProps) {
  const { run, isRunning, failure } = useAction(ResetPasswordOfDocument);
  return (
    <FormDialog
      title={`New password for ${email}?`}
      label="Create password"
      isBusy={isRunning}
      failure={failure}
      onSubmit={(values) =>
        void run({ id, password: String(values.get('password')) }).then(
          (done) => done && onDone(done.resetPasswordOf),
        )
      }
      onClose={onClose}
    >
      <p>This signs the person out everywhere. First make sure that it is them who asks.</p>
      <TextField
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
      />
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
