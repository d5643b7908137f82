import type { UsagePageQuery } from '../../generated/operations.ts';
import { Card } from '../../base/kit/layout/card.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { Meter } from '../../base/kit/layout/meter.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { Time } from '../../base/kit/words/time.tsx';

type Account = UsagePageQuery['account'];

const PLANS: Record<Account['plan'], string> = { FREE: 'Free', PRO: 'Pro', BUSINESS: 'Business' };

/** Shows the plan and the current use of its rate limits. */
export function LimitsCard({ account }: { account: Account }) {
  const { plan, requestsPerHour, requestsPerMinute, usage } = account;
  const full = [usage.hour, usage.minute].find(({ remaining }) => remaining === 0);
  return (
    <Card
      title={`${PLANS[plan]} plan`}
      about={`${wholeNumber(requestsPerHour)} requests per hour and ${wholeNumber(requestsPerMinute)} per minute, shared by all keys. What people do on these pages counts separately. The dashboard reads its figures when it opens, and again at most every 30 seconds while it is visible.`}
    >
      {full && (
        <Notice tone="warn" title="Rate limit reached">
          Requests return 429 until the limit resets <Time value={full.resetAt} />.
        </Notice>
      )}
      <Window label="This hour" {...usage.hour} />
      <Window label="This minute" {...usage.minute} />
    </Card>
  );
}

function Window({ label, limit, remaining, resetAt }: Account['usage']['hour'] & { label: string }) {
  const used = limit - remaining;
  return (
    <Meter
      label={label}
      value={used}
      max={limit}
      about={
        used === 0 ? (
          'No requests'
        ) : (
          <>
            {wholeNumber(remaining)} remaining, resets <Time value={resetAt} />
          </>
        )
      }
    />
  );
}
