import { Braces, ChevronRight } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'wouter';
import { classes } from '../../base/kit/layout/classes.ts';
import { useStored } from '../../base/kit/layout/use-stored.ts';
import { FindButton } from '../palette/shortcuts.tsx';
import { useMay } from '../../base/session/may.tsx';
import { useSession } from '../../base/session/session.tsx';
import { type Entry, isWithin, navigationFor } from './navigation.ts';
import { SignOutButton } from './sign-out-button.tsx';
import styles from './main-navigation.module.css';
import { ThemeSwitch } from './theme-switch.tsx';

// Loaded afterwards, so that the first page loads faster.
const ReceiptsToCheck = lazy(() => import('../../trade/receipt/receipts-to-check.tsx'));

interface MainNavigationProps {
  /** Whether a narrow screen shows it. */
  isOpen: boolean;
  find: (() => void) | undefined;
}

/** The main navigation: the pages of the day, those of developers, and the signed-in person. */
export function MainNavigation({ isOpen, find }: MainNavigationProps) {
  const { person } = useSession();
  const { day, developers, company } = navigationFor(useMay());
  return (
    <nav id="navigation" className={classes(styles.navigation, isOpen && styles.open)} aria-label="Main">
      {find && <FindButton onClick={find} />}
      {day.map((entries) => (
        <Entries key={entries[0]!.href} entries={entries} />
      ))}
      {developers.length > 0 && <Developers entries={developers} />}
      <div className={styles.foot}>
        <Entries entries={company} isInLine />
        <p className={styles.who}>{person.email}</p>
        <div className={styles.footActions}>
          <ThemeSwitch />
          <SignOutButton />
        </div>
      </div>
    </nav>
  );
}

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** The pages of developers. Whoever never needs them folds them, and this browser remembers it. */
function Developers({ entries }: { entries: Entry[] }) {
  const [location] = useLocation();
  const [isUnfolded, setUnfolded] = useStored('provender.developers', true, isBoolean);
  const isOpen = isUnfolded || entries.some(({ href }) => isWithin(location, href));
  return (
    <div>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isOpen}
        aria-controls="developers"
        onClick={() => setUnfolded(!isOpen)}
      >
        Developers <ChevronRight size={16} aria-hidden />
      </button>
      <div id="developers" hidden={!isOpen}>
        <Entries entries={entries} />
        <a href="/graphql" className={styles.entry}>
          <Braces size={18} aria-hidden /> GraphiQL
        </a>
      </div>
    </div>
  );
}

function Entries({ entries, isInLine = false }: { entries: Entry[]; isInLine?: boolean }) {
  const [location] = useLocation();
  return (
    <ul className={classes(styles.entries, isInLine && styles.inLine)}>
      {entries.map(({ href, label, icon: Icon }) => (
        <li key={href}>
          <Link
            href={href}
            className={styles.entry}
            aria-current={isWithin(location, href) ? 'page' : undefined}
          >
            <Icon size={18} aria-hidden /> {label}
            {href === '/receipts' && (
              <Suspense>
                <ReceiptsToCheck />
              </Suspense>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
