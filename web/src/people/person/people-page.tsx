import { Plus } from 'lucide-react';
import { useState } from 'react';
import { PeoplePageDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { SecretDialog } from '../../base/kit/form/secret-dialog.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { useSessionState } from '../../base/session/session.tsx';
import { InviteDialog, type Invited } from './invite-dialog.tsx';
import { InvitationsTable, PeopleTable, type PersonRow } from './people-tables.tsx';
import {
  FactorDialog,
  type GivenPassword,
  PasswordDialog,
  RemoveDialog,
  RoleDialog,
} from './person-dialogs.tsx';

type Open =
  | { dialog: 'invite' }
  | { dialog: 'link'; invited: Invited }
  | { dialog: 'given'; given: GivenPassword }
  | { dialog: 'role' | 'password' | 'factor' | 'remove'; person: PersonRow };

/** Lists the people of the account and the open invitations, and manages both. */
export default function PeoplePage() {
  const people = useData(PeoplePageDocument, {});
  const [open, setOpen] = useState<Open>();
  const { session, renew } = useSessionState();
  const toast = useToast();
  const close = () => setOpen(undefined);
  const done = (id: string, notice: string) => {
    close();
    toast(notice);
    // What one does to oneself changes the session.
    if (id === session?.person.id) renew();
    else people.reload();
  };
  return (
    <Page
      title="People"
      about="Everyone who can sign in to this account."
      actions={
        <Button
          kind="primary"
          icon={Plus}
          onClick={() => setOpen({ dialog: 'invite' })}
          aria-keyshortcuts="n"
        >
          Invite person
        </Button>
      }
    >
      <Card title="People" isFlush>
        <Loaded of={people}>
          {({ people }) => (
            <PeopleTable
              people={people}
              onRole={(person) => setOpen({ dialog: 'role', person })}
              onPassword={(person) => setOpen({ dialog: 'password', person })}
              onFactor={(person) => setOpen({ dialog: 'factor', person })}
              onRemove={(person) => setOpen({ dialog: 'remove', person })}
            />
          )}
        </Loaded>
      </Card>
      {people.data && people.data.invitations.length > 0 && (
        <Card title="Open invitations" isFlush>
          <InvitationsTable
            invitations={people.data.invitations}
            onRevoked={() => {
              toast('Invitation revoked');
              people.reload();
            }}
          />
        </Card>
      )}
      {open?.dialog === 'invite' && (
        <InviteDialog
          onClose={close}
          onInvited={(invited) => {
            setOpen({ dialog: 'link', invited });
            people.reload();
          }}
        />
      )}
      {open?.dialog === 'link' && (
        <SecretDialog
          title="Invitation"
          label="link"
          value={open.invited.link}
          ifLost="If it is lost, revoke the invitation and invite the person again."
          onClose={close}
        >
          <p>
            {open.invited.isMailed ? 'The link was also sent by mail. ' : 'Send the link to the person. '}
            It is valid for 7 days and works once.
          </p>
        </SecretDialog>
      )}
      {open?.dialog === 'role' && (
        <RoleDialog
          person={open.person}
          onClose={close}
          onDone={() => done(open.person.id, 'Role changed')}
        />
      )}
      {open?.dialog === 'password' && (
        <PasswordDialog
          person={open.person}
          onClose={close}
          onDone={(given) => setOpen({ dialog: 'given', given })}
        />
      )}
      {open?.dialog === 'given' && (
        <SecretDialog
          title={`Password of ${open.given.person.email}`}
          label="password"
          value={open.given.newPassword}
          ifLost="If it is lost, give the person another one."
          onClose={close}
        >
          <p>Give it to the person, who can change it under Account. All their sessions ended.</p>
        </SecretDialog>
      )}
      {open?.dialog === 'factor' && (
        <FactorDialog
          person={open.person}
          onClose={close}
          onDone={() => done(open.person.id, 'Second factor turned off')}
        />
      )}
      {open?.dialog === 'remove' && (
        <RemoveDialog
          person={open.person}
          onClose={close}
          onDone={() => done(open.person.id, 'Person removed')}
        />
      )}
    </Page>
  );
}
