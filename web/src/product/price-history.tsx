import type { ProductPageQuery } from '../generated/operations.ts';
import { Card } from '../kit/card.tsx';
import { money } from '../kit/format.ts';
import { Timeline } from '../kit/timeline.tsx';
import { useSession } from '../session/session.tsx';

type PriceChange = NonNullable<ProductPageQuery['product']>['priceChanges'][number];

/** Shows how a price changed, given the newest change first. */
export function PriceHistory({ changes }: { changes: readonly PriceChange[] }) {
  const { currency } = useSession().account;
  if (changes.length === 0) return null;
  return (
    <Card title="Price history">
      <Timeline
        moments={changes.toReversed().map(({ at, by, before, after }) => ({
          name: at,
          what: `${money(before, currency)} to ${money(after, currency)}`,
          at,
          by,
        }))}
      />
    </Card>
  );
}
