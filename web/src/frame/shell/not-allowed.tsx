import { Lock } from 'lucide-react';
import { ButtonLink } from '../../base/kit/layout/button.tsx';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { nameOfRole } from '../../people/person/roles.tsx';
import { useSession } from '../../base/session/session.tsx';

/**
 * Shown in place of a page that the role of the person does not include, such as one to "create deliveries".
 */
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
