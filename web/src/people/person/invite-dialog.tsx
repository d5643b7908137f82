import { type InvitePersonMutation, InvitePersonDocument, type Role } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { SelectField, TextField } from '../../base/kit/form/field.tsx';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { RoleOptions } from './roles.tsx';

export type Invited = InvitePersonMutation['invitePerson'];

/** Invites a person, who then gets a link. */
export function InviteDialog({
  onInvited,
  onClose,
}: {
  onInvited: (invited: Invited) => void;
  onClose: () => void;
}) {
  const { run, isRunning, failure } = useAction(InvitePersonDocument);
  const submit = async (values: FormData) => {
    const input = {
      name: String(values.get('name')),
      email: String(values.get('email')),
      role: String(values.get('role')) as Role,
    };
    const invited = await run({ input });
    if (invited) onInvited(invited.invitePerson);
  };
  return (
    <FormDialog
      title="Invite person"
      label="Invite"
      isBusy={isRunning}
      failure={failure}
      onSubmit={(values) => void submit(values)}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required />
      <TextField name="email" label="E-mail" type="email" required />
      <SelectField name="role" label="Role" defaultValue="MEMBER">
        <RoleOptions />
      </SelectField>
    </FormDialog>
  );
}
