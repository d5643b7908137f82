import { ScrollText } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { ButtonLink } from '../base/kit/layout/button.tsx';
import { Page } from '../base/kit/layout/page.tsx';
import { EmailCard } from '../people/account/email-card.tsx';
import { NameCard } from '../people/account/name-card.tsx';
import { PasswordCard } from '../people/account/password-card.tsx';
import { ProfileCard } from '../people/account/profile-card.tsx';
import { May } from '../base/session/may.tsx';
import { SecondFactorCard } from '../people/account/second-factor-card.tsx';
import { SessionsCard } from '../people/account/sessions-card.tsx';

const DeliveryDaysCard = lazy(() => import('../catalogue/closed-day/delivery-days-card.tsx'));
const LogoCard = lazy(() => import('../people/account/logo-card.tsx'));
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
