import { Menu, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { classes } from '../kit/classes.ts';
import { FindButton, useShortcuts } from '../palette/shortcuts.tsx';
import { useMay } from '../session/may.tsx';
import { useSession } from '../session/session.tsx';
import { DeactivatedBanner } from '../webhook/failing-webhooks.tsx';
import { sectionsFor } from './navigation.ts';
import { mayOpen } from './page-access.ts';
import { SignOutButton } from './sign-out-button.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import styles from './shell.module.css';

/** Wraps every page: the navigation, and below it the signed-in account. */
export function Shell({ children }: { children: ReactNode }) {
  const [location] = useLocation();
  // Open for one page only: following a link closes it.
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === location;
  const { account, person } = useSession();
  const may = useMay();
  // Drivers have nothing to find.
  const { find, dialog } = useShortcuts(mayOpen('/', may));

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <header className={styles.bar}>
        <Link href="/" className={styles.brand}>
          <img src="/settings/icon.svg" alt="" width="26" height="26" /> Provender
        </Link>
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
      <nav id="navigation" className={classes(styles.navigation, isOpen && styles.open)} aria-label="Main">
        {find && <FindButton onClick={find} />}
        {sectionsFor(may).map(({ title, entries }) => (
          <div key={entries[0]!.href} className={styles.section}>
            {title && <p className={styles.sectionTitle}>{title}</p>}
            <ul>
              {entries.map(({ href, label, icon: Icon }) => (
                <li key={href}>
                  <Link
                    href={href}
                    className={styles.entry}
                    aria-current={isWithin(location, href) ? 'page' : undefined}
                  >
                    <Icon size={18} aria-hidden /> {label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <div className={styles.foot}>
          <p className={styles.who}>
            <strong>{account.name}</strong>
            <span>{person.email}</span>
          </p>
          <div className={styles.footActions}>
            <ThemeSwitch />
            <SignOutButton />
          </div>
        </div>
      </nav>
      <main id="content" className={styles.content} tabIndex={-1}>
        {mayOpen('/webhooks', may) && <DeactivatedBanner />}
        {children}
      </main>
      {dialog}
    </div>
  );
}

function isWithin(location: string, href: string): boolean {
  return href === '/' ? location === '/' : location === href || location.startsWith(`${href}/`);
}
