import { type PeoplePageQuery, RevokeInvitationDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { Badge } from '../../base/kit/layout/badge.tsx';
import { Button } from '../../base/kit/layout/button.tsx';
import { AskButton } from '../../base/kit/feedback/ask-button.tsx';
import { RowActions } from '../../base/kit/table/row-actions.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { Time } from '../../base/kit/words/time.tsx';
import { useSession } from '../../base/session/session.tsx';
import { nameOfRole } from './roles.tsx';

export type PersonRow = PeoplePageQuery['people'][number];
type InvitationRow = PeoplePageQuery['invitations'][number];

interface PeopleTableProps {
  people: PersonRow[];
  onRole: (person: PersonRow) => void;
  onPassword: (person: PersonRow) => void;
  onFactor: (person: PersonRow) => void;
  onRemove: (person: PersonRow) => void;
}

/** The people of the account, with their actions. */
export function PeopleTable({ people, onRole, onPassword, onFactor, onRemove }: PeopleTableProps) {
  const { person: self } = useSession();
  const columns: Column<PersonRow>[] = [
    { name: 'Name', cell: ({ name }) => name },
    { name: 'E-mail', cell: ({ email }) => email },
    { name: 'Role', cell: ({ role }) => nameOfRole(role) },
    {
      name: 'Second factor',
      isSecondary: true,
      cell: ({ hasSecondFactor }) => (hasSecondFactor ? <Badge tone="good">On</Badge> : 'Off'),
    },
    { name: 'Joined', isSecondary: true, cell: ({ createdAt }) => <Time value={createdAt} isExact /> },
    {
      name: 'Actions',
      isNameHidden: true,
      isNumber: true,
      cell: (person) => (
        <RowActions>
          <Button isSmall aria-label={`Change role of ${person.email}`} onClick={() => onRole(person)}>
            Change role
          </Button>
          {person.role !== 'OWNER' && (
            <Button
              isSmall
              aria-label={`New password for ${person.email}`}
              onClick={() => onPassword(person)}
            >
              New password
            </Button>
          )}
          {person.hasSecondFactor && person.id !== self.id && (
            <Button
              isSmall
              kind="danger"
              aria-label={`Turn off second factor of ${person.email}`}
              onClick={() => onFactor(person)}
            >
              Turn off second factor
            </Button>
          )}
          <Button
            isSmall
            kind="danger"
            aria-label={`Remove ${person.email}`}
            onClick={() => onRemove(person)}
          >
            Remove
          </Button>
        </RowActions>
      ),
    },
  ];
  return <Table caption="People" isStacked columns={columns} rows={people} keyOf={({ id }) => id} />;
}

interface InvitationsTableProps {
  invitations: InvitationRow[];
  onRevoked: () => void;
}

/** The invitations that are not accepted yet. */
export function InvitationsTable({ invitations, onRevoked }: InvitationsTableProps) {
  const { run, isRunning, failure } = useAction(RevokeInvitationDocument);
  const columns: Column<InvitationRow>[] = [
    { name: 'Name', cell: ({ name }) => name },
    { name: 'E-mail', cell: ({ email }) => email },
    { name: 'Role', cell: ({ role }) => nameOfRole(role) },
    { name: 'Expires', cell: ({ expiresAt }) => <Time value={expiresAt} isExact /> },
    {
      name: 'Actions',
      isNameHidden: true,
      isNumber: true,
      cell: ({ id, email }) => (
        <AskButton
          name="Revoke"
          accessibleName={`Revoke invitation of ${email}`}
          isSmall
          title={`Revoke the invitation of ${email}?`}
          label="Revoke invitation"
          isDangerous
          isBusy={isRunning}
          failure={failure}
          onConfirm={async () => {
            const isDone = (await run({ id })) !== undefined;
            if (isDone) onRevoked();
            return isDone;
          }}
        >
          <p>Its link stops working. You can invite the person again.</p>
        </AskButton>
      ),
    },
  ];
  return (
    <Table caption="Open invitations" isStacked columns={columns} rows={invitations} keyOf={({ id }) => id} />
  );
}
