import { Lock } from 'lucide-react';
import { ButtonLink } from '../kit/button.tsx';
import { Empty } from '../kit/empty.tsx';
import { Page } from '../kit/page.tsx';
import { nameOfRole } from '../person/roles.tsx';
import { useSession } from '../session/session.tsx';

/** Shown in place of a page that the role of the person does not include, such as one to "create deliveries". */
export function NotAllowed({ purpose }: { purpose: string }) {
  const { role } = useSession().person;
  return (
    <Page title="Not allowed">
      <Empty icon={Lock} title={`Your role, ${nameOfRole(role).toLowerCase()}, cannot ${purpose}`}>
        <p>An owner of the account can change your role.</p>
        <ButtonLink href="/">Go to start page</ButtonLink>
      </Empty>
    </Page>
  );
}
