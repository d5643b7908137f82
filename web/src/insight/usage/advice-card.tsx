import { Link } from 'wouter';
import { MAX_PER_PAGE } from '../../generated/rules.ts';
import { Card } from '../../base/kit/layout/card.tsx';
import { Code } from '../../base/kit/layout/code.tsx';
import styles from './advice-card.module.css';

const SHOW_HEADERS = `curl -sS -D - -o /dev/null ${location.origin}/api/v1/products \\
  -H "Authorization: Bearer $KEY"`;

/** Explains what to do at the rate limit, and how to avoid it. */
export function AdviceCard() {
  return (
    <Card title="When you reach the limit">
      <ul className={styles.advice}>
        <li>
          Requests over the limit return <code>429</code> with a <code>Retry-After</code> header. Wait that
          many seconds, then retry. Rejected requests do not count towards the limit.
        </li>
        <li>
          Request pages of {MAX_PER_PAGE}, and send <code>If-None-Match</code> with the <code>ETag</code> of
          the last response.
        </li>
        <li>
          Use a <Link href="/webhooks">webhook</Link> instead of polling for changes.
        </li>
        <li>If you need a higher limit, ask the operator of this service to change your plan.</li>
      </ul>
      <p>Every response includes your rate-limit status in its headers:</p>
      <Code text={SHOW_HEADERS} label="example request" />
    </Card>
  );
}
