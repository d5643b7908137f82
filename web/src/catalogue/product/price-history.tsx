import { Link } from 'wouter';
import type { ProductPageQuery } from '../../generated/operations.ts';
import { Card } from '../../base/kit/layout/card.tsx';
import { money } from '../../base/kit/words/format.ts';
import { Timeline } from '../../base/kit/layout/timeline.tsx';
import { useSession } from '../../base/session/session.tsx';

type PriceChange = NonNullable<ProductPageQuery['product']>['priceChanges'][number];

interface PriceHistoryProps {
  /** The changes, newest first. */
  changes: readonly PriceChange[];
  /** How many are shown, and where the others are (default: all). */
  part?: { max: number; href: string };
}

/** Shows how a price changed. */
export function PriceHistory({ changes, part }: PriceHistoryProps) {
  const { currency } = useSession().account;
  if (changes.length === 0) return null;
  return (
    <Card
      title="Price history"
      actions={part && changes.length > part.max && <Link href={part.href}>View more</Link>}
    >
      <Timeline
        moments={changes
          .slice(0, part?.max)
          .toReversed()
          .map(({ at, by, before, after }) => ({
            name: at,
            what: `${money(before, currency)} to ${money(after, currency)}`,
            at,
            by,
          }))}
      />
    </Card>
  );
}
