import { Link } from 'wouter';
import { Card } from '../kit/card.tsx';
import { Code } from '../kit/code.tsx';
import styles from './advice-card.module.css';

const SHOW_HEADERS = `curl -sS -D - -o /dev/null ${location.origin}/api/v1/products \\
  -H "Authorization: Bearer $KEY"`;

/** What to do at the limit, and how not to get there. */
export function AdviceCard() {
  return (
    <Card title="At the limit">
      <ul className={styles.advice}>
        <li>
          A refused request is answered <code>429</code> with <code>Retry-After</code>: wait that many seconds
          and send it again. Being refused costs nothing.
        </li>
        <li>
          Ask for pages of 100, and send <code>If-None-Match</code> with the <code>ETag</code> of what you
          have.
        </li>
        <li>
          Let a <Link href="/webhooks">webhook</Link> tell you of changes instead of asking.
        </li>
        <li>Still too little? Whoever runs this service can move the account to a larger plan, at once.</li>
      </ul>
      <p>Every answer tells where you stand, in its headers:</p>
      <Code text={SHOW_HEADERS} label="request that shows the limits" />
    </Card>
  );
}
