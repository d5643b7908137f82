import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { TroubleDocument } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { plural } from '../kit/plural.ts';
import { useMay } from '../session/may.tsx';
import { mayOpen } from '../shell/page-access.ts';
import { useFailingWebhooks } from '../webhook/failing-webhooks.tsx';
import { failuresInWords } from '../webhook/failures.ts';
import styles from './strip.module.css';

const LOOK_EVERY_MS = 60_000;
/** A failed import is news for a day. */
const NEWS_MS = 86_400_000;

interface TroubleProps {
  /** Shows how many things do not work, and the list of them. */
  children: (count: number, list: ReactNode) => ReactNode;
}

/** Finds failing webhooks, failed imports and open withdrawals, as far as the role shows them. */
export function Trouble({ children }: TroubleProps) {
  const may = useMay();
  const hasImports = mayOpen('/imports', may);
  const { data } = useData(TroubleDocument, { hasImports }, { everyMs: LOOK_EVERY_MS });
  const webhooks = useFailingWebhooks(!mayOpen('/webhooks', may));
  const since = Date.now() - NEWS_MS;
  const imports = (data?.imports ?? []).filter(
    ({ status, createdAt }) => status === 'FAILED' && Date.parse(createdAt) > since,
  );
  const withdrawals = (data?.withdrawals.nodes ?? []).filter(({ closedAt }) => closedAt === null);
  const failing = webhooks.filter(({ status }) => status === 'ACTIVE');
  const deactivated = webhooks.length - failing.length;
  const worst = failing.toSorted((one, other) => other.consecutiveFailures - one.consecutiveFailures)[0];
  const count = webhooks.length + imports.length + withdrawals.length;
  return children(
    count,
    // Announced when it changes.
    <div role="status">
      {count > 0 && (
        <ul className={styles.troubles}>
          {worst && (
            <li>
              <Link href={failing.length === 1 ? `/webhooks/${worst.id}` : '/webhooks'}>
                {plural(failing.length, 'webhook')} {failing.length === 1 ? 'is' : 'are'} failing
              </Link>{' '}
              <span className={styles.about}>{failuresInWords(worst)} consecutive failures</span>
            </li>
          )}
          {deactivated > 0 && (
            <li>
              <Link href="/webhooks">{plural(deactivated, 'webhook')} deactivated</Link>
            </li>
          )}
          {imports.length > 0 && (
            <li>
              <Link href={imports.length === 1 ? `/imports/${imports[0]!.id}` : '/imports'}>
                {plural(imports.length, 'import')} failed
              </Link>
            </li>
          )}
          {withdrawals.length > 0 && (
            <li>
              <Link href={withdrawals.length === 1 ? `/withdrawals/${withdrawals[0]!.id}` : '/withdrawals'}>
                {plural(withdrawals.length, 'open withdrawal')}
              </Link>
            </li>
          )}
        </ul>
      )}
    </div>,
  );
}
