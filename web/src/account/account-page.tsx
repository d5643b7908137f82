import { Page } from '../kit/page.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** The account's name and currency, its password, and where it is signed in. */
export default function AccountPage() {
  return (
    <Page title="Account" about="Who you are to Provender, and where you are signed in.">
      <ProfileCard />
      <PasswordCard />
      <SessionsCard />
    </Page>
  );
}
