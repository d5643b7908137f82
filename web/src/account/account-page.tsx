import { Page } from '../kit/page.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** The account's name and currency, its password, and where it is signed in. */
export default function AccountPage() {
  return (
    <Page title="Account" about="Your profile, password and sessions.">
      <ProfileCard />
      <PasswordCard />
      <SessionsCard />
    </Page>
  );
}
