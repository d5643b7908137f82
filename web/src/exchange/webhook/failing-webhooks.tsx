import { Link, useLocation } from 'wouter';
import { FailingWebhooksDocument, WebhookFailureDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { failuresInWords } from './failures.ts';
import { lastFailureInWords } from './last-failure.tsx';
import styles from './failing-webhooks.module.css';

const LOOK_EVERY_MS = 15_000;

/** Warns on every page about deactivated webhooks, until they are enabled or deleted. */
export function DeactivatedBanner() {
  const [location] = useLocation();
  // The page of a webhook warns about it in more detail.
  const deactivated = (useFailingWebhooks() ?? []).filter(
    ({ id, status }) => status === 'DEACTIVATED' && location !== `/webhooks/${id}`,
  );
  const [first, ...others] = deactivated;
  const isOne = others.length === 0;
  const { data } = useData(WebhookFailureDocument, { id: first?.id ?? '' }, { isPaused: !first || !isOne });
  if (!first) return null;
  const why = isOne && data?.webhook ? lastFailureInWords(data.webhook) : '';
  return (
    <div className={styles.banner}>
      <Notice
        tone="bad"
        isSlim
        title={
          isOne
            ? `The webhook for ${hostOf(first)} is deactivated`
            : `${plural(deactivated.length, 'webhook')} are deactivated`
        }
      >
        {why && <span className="wraps">{why}</span>}
        <Link href={isOne ? `/webhooks/${first.id}` : '/webhooks'}>
          {isOne ? 'View webhook' : 'View webhooks'}
        </Link>
      </Notice>
    </div>
  );
}

/** Warns about webhooks whose latest callbacks failed, before they are deactivated. */
export function FailingNotice() {
  const failing = (useFailingWebhooks() ?? []).filter(({ status }) => status === 'ACTIVE');
  if (failing.length === 0) return null;
  return (
    <Notice
      tone="warn"
      title={`${plural(failing.length, 'webhook')} ${failing.length === 1 ? 'is' : 'are'} failing`}
    >
      <ul className={styles.list}>
        {failing.map((webhook) => (
          <li key={webhook.id}>
            <Link href={`/webhooks/${webhook.id}`}>{hostOf(webhook)}</Link>: {failuresInWords(webhook)}{' '}
            consecutive failures before it is deactivated
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/**
 * Returns the webhooks that are failing or deactivated; undefined until they are known, or while `isPaused`.
 */
export function useFailingWebhooks(isPaused = false) {
  const { data } = useData(FailingWebhooksDocument, {}, { everyMs: LOOK_EVERY_MS, isPaused });
  return data?.webhooks.nodes;
}

function hostOf({ url }: { url: string }): string {
  return new URL(url).host;
}
