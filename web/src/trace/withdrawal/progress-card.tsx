import { useEffect, useState } from 'react';
import { Figures } from '../../base/chart/figures.tsx';
import type { WithdrawalPanelQuery } from '../../generated/operations.ts';
import { Card, Figure } from '../../base/kit/layout/card.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { duration } from '../../base/kit/words/duration.ts';
import { MINUTE_MS } from '../../base/kit/words/durations.ts';

interface ProgressCardProps {
  withdrawal: NonNullable<WithdrawalPanelQuery['withdrawal']>;
}

/** Shows how long a withdrawal takes, and how far it has come. */
export function ProgressCard({ withdrawal }: ProgressCardProps) {
  const { startedAt, closedAt, progress } = withdrawal;
  const missing = progress.delivered - progress.accountedFor;
  const now = useNow();
  const minutes = Math.max(0, (closedAt ? Date.parse(closedAt) : now) - Date.parse(startedAt)) / MINUTE_MS;
  return (
    <Card title="Progress">
      <Figures>
        <Figure label={closedAt ? 'Took' : 'Running for'} value={duration(minutes)} />
        <Figure
          label="Branches acknowledged"
          value={`${wholeNumber(progress.acknowledged)} of ${wholeNumber(progress.branches)}`}
          about={`${wholeNumber(progress.told)} told`}
        />
        <Figure
          label="Units found"
          value={`${wholeNumber(progress.accountedFor)} of ${wholeNumber(progress.delivered)}`}
          about={`delivered and not returned${missing > 0 ? `; ${wholeNumber(missing)} not accounted for` : ''}`}
        />
      </Figures>
    </Card>
  );
}

/** Returns the time, every minute anew. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
