import { ScrollText } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { ButtonLink } from '../kit/button.tsx';
import { Page } from '../kit/page.tsx';
import { EmailCard } from './email-card.tsx';
import { NameCard } from './name-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { May } from '../session/may.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

const DeliveryDaysCard = lazy(() => import('../closed-day/delivery-days-card.tsx'));
const LogoCard = lazy(() => import('./logo-card.tsx'));
// Few accounts have any.

/** Shows and edits the profile, e-mail, password and second factor, and lists its sessions. */
export default function AccountPage() {
  return (
    <Page
      title="Account"
      about="Your profile, password and sessions."
      actions={
        <May needs="account">
          <ButtonLink icon={ScrollText} href="/audit-log">
            Audit log
          </ButtonLink>
        </May>
      }
    >
      <May needs="account">
        <ProfileCard />
        <Suspense>
          <LogoCard />
          <DeliveryDaysCard />
        </Suspense>
      </May>
      <NameCard />
      <EmailCard />
      <PasswordCard />
      <SecondFactorCard />
      <SessionsCard />
    </Page>
  );
}
