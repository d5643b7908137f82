import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { TroubleDocument } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { dayIn } from '../kit/days.ts';
import { plural } from '../kit/plural.ts';
import { useMay } from '../session/may.tsx';
import { useSession } from '../session/session.tsx';
import { useFailingWebhooks } from '../webhook/failing-webhooks.tsx';
import { failuresInWords } from '../webhook/failures.ts';
import styles from './strip.module.css';

const LOOK_EVERY_MS = 60_000;

interface TroubleProps {
  today: string;
  /** Shows how many things do not work, undefined until all of them are known, and the list of them. */
  children: (count: number | undefined, list: ReactNode) => ReactNode;
}

/** Finds failing webhooks, imports that failed today, and open withdrawals, as far as the role shows them. */
export function Trouble({ today, children }: TroubleProps) {
  const may = useMay();
  const { timeZone } = useSession().account;
  const hasImports = may('products:write', 'supermarkets:write', 'deliveries:write');
  const { data } = useData(TroubleDocument, { hasImports }, { everyMs: LOOK_EVERY_MS });
  const hasWebhooks = may('webhooks:write');
  const known = useFailingWebhooks(!hasWebhooks);
  const webhooks = known ?? [];
  const areKnown = data !== undefined && (known !== undefined || !hasWebhooks);
  const imports = (data?.imports ?? []).filter(
    ({ status, createdAt }) => status === 'FAILED' && dayIn(timeZone, createdAt) === today,
  );
  const withdrawals = (data?.withdrawals.nodes ?? []).filter(({ closedAt }) => closedAt === null);
  const failing = webhooks.filter(({ status }) => status === 'ACTIVE');
  const deactivated = webhooks.length - failing.length;
  const worst = failing.toSorted((one, other) => other.consecutiveFailures - one.consecutiveFailures)[0];
  const count = webhooks.length + imports.length + withdrawals.length;
  return children(
    areKnown || count > 0 ? count : undefined,
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
