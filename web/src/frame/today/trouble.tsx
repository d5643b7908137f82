import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { TroubleDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { plural } from '../../base/kit/words/plural.ts';
import { useMay } from '../../base/session/may.tsx';
import { useFailingWebhooks } from '../../exchange/webhook/failing-webhooks.tsx';
import { failuresInWords } from '../../exchange/webhook/failures.ts';
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
  const hasImports = may('products:write', 'supermarkets:write', 'deliveries:write');
  const { data } = useData(TroubleDocument, { hasImports, today }, { everyMs: LOOK_EVERY_MS });
  const hasWebhooks = may('webhooks:write');
  const known = useFailingWebhooks(!hasWebhooks);
  const webhooks = known ?? [];
  const areKnown = data !== undefined && (known !== undefined || !hasWebhooks);
  const failedImports = data?.importCount ?? 0;
  const withdrawals = data?.withdrawals ?? { nodes: [], totalCount: 0 };
  const failing = webhooks.filter(({ status }) => status === 'ACTIVE');
  const deactivated = webhooks.length - failing.length;
  const worst = failing.toSorted((one, other) => other.consecutiveFailures - one.consecutiveFailures)[0];
  const count = webhooks.length + failedImports + withdrawals.totalCount;
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
          {failedImports > 0 && (
            <li>
              <Link
                href={failedImports === 1 ? `/imports/${data!.imports![0]!.id}` : '/imports?status=FAILED'}
              >
                {plural(failedImports, 'import')} failed
              </Link>
            </li>
          )}
          {withdrawals.totalCount > 0 && (
            <li>
              <Link
                href={
                  withdrawals.totalCount === 1
                    ? `/withdrawals/${withdrawals.nodes[0]!.id}`
                    : '/withdrawals?state=open'
                }
              >
                {plural(withdrawals.totalCount, 'open withdrawal')}
              </Link>
            </li>
          )}
        </ul>
      )}
    </div>,
  );
}
