import { Menu, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useReach } from '../../base/graphql/reach.ts';
import { clock } from '../../base/kit/words/format.ts';
import { useKeptFocus } from '../../base/kit/form/kept-focus.ts';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { ToastList } from '../../base/kit/feedback/toast.tsx';
import { Tile } from '../../base/kit/layout/tile.tsx';
import { useShortcuts } from '../palette/shortcuts.tsx';
import { phoneOwner } from '../../base/phone/phone-owner.ts';
import { useMay } from '../../base/session/may.tsx';
import { useSession, useSessionState } from '../../base/session/session.tsx';
import { DeactivatedBanner } from '../../exchange/webhook/failing-webhooks.tsx';
import { RestingBanner } from '../../exchange/webhook/resting-banner.tsx';
import { CompanyLogo } from '../../base/kit/paper/company-logo.tsx';
import { MainNavigation } from './main-navigation.tsx';
import { isWithin } from './navigation.ts';
import { mayOpen } from './page-access.ts';
import styles from './shell.module.css';

/** Wraps every page: the company's name, and below it the navigation. */
export function Shell({ children }: { children: ReactNode }) {
  const [location] = useLocation();
  // Open for one page only: following a link closes it.
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === location;
  const { account } = useSession();
  const may = useMay();
  useKeptFocus();
  // Drivers have nothing to find.
  const { find, dialog } = useShortcuts(mayOpen('/', may));
  const isOnStops = isWithin(location, '/stops');
  usePhone(isOnStops);

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <header className={styles.bar}>
        <div className={styles.brand}>
          <Link href="/" className={styles.home} aria-label="Home">
            <CompanyLogo otherwise={<Tile name={account.name} isLarge />} />
          </Link>
          <span className={styles.company}>{account.name}</span>
        </div>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setOpenAt(isOpen ? undefined : location)}
        >
          {isOpen ? <X size={20} aria-hidden /> : <Menu size={20} aria-hidden />}
          <span className="visually-hidden">Menu</span>
        </button>
      </header>
      <div className={styles.side}>
        <MainNavigation isOpen={isOpen} find={find} />
        <ToastList />
      </div>
      <main id="content" className={styles.content} tabIndex={-1}>
        <OfflineBanner isOnStops={isOnStops} />
        {account.restingSince
          ? mayOpen('/', may) && <RestingBanner />
          : mayOpen('/webhooks', may) && <DeactivatedBanner />}
        {children}
      </main>
      {dialog}
    </div>
  );
}

/** Says that the service is out of reach, and what that means. */
function OfflineBanner({ isOnStops }: { isOnStops: boolean }) {
  const { isOffline, readAt } = useReach();
  if (!isOffline) return null;
  return (
    <Notice tone="warn" title="No connection">
      {isOnStops
        ? 'What you confirm is saved on this phone, and sent once you are online.'
        : 'What you typed stays on this page. Save it once you are online.'}
      {readAt !== undefined && ` Last updated at ${clock(new Date(readAt).toISOString())}.`}
    </Notice>
  );
}

/** Sends what waits on this phone, and forgets what somebody else has read. */
function usePhone(isOnStops: boolean): void {
  const { person } = useSession();
  const { check } = useSessionState();
  const isUsed = isOnStops || phoneOwner() !== null;
  useEffect(() => {
    if (!isUsed) return;
    let stop = () => {};
    let isLeft = false;
    const start = async () => {
      const { openPhone } = await import('../../base/phone/open-phone.ts');
      if (!isLeft) stop = openPhone(person.id, () => void check());
    };
    // Without the file there is no network to send by.
    void start().catch(() => {});
    return () => {
      isLeft = true;
      stop();
    };
  }, [isUsed, person.id, check]);
}
