import { ScrollText } from 'lucide-react';
import { ButtonLink } from '../kit/button.tsx';
import { Page } from '../kit/page.tsx';
import { EmailCard } from './email-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** Shows and edits the profile, e-mail and password of the account, and lists its sessions. */
export default function AccountPage() {
  return (
    <Page
      title="Account"
      about="Your profile, password and sessions."
      actions={
        <ButtonLink icon={ScrollText} href="/audit-log">
          Audit log
        </ButtonLink>
      }
    >
      <ProfileCard />
      <EmailCard />
      <PasswordCard />
      <SessionsCard />
    </Page>
  );
}
