import { Link } from 'wouter';
import {
  OlderPricesDocument,
  type PriceChangeFactsFragment,
  type ProductPageQuery,
} from '../../generated/operations.ts';
import { useRead } from '../../base/graphql/use-read.ts';
import { Card } from '../../base/kit/layout/card.tsx';
import { money } from '../../base/kit/words/format.ts';
import { Timeline } from '../../base/kit/layout/timeline.tsx';
import { useOlder } from '../../base/list/use-older.tsx';
import { useSession } from '../../base/session/session.tsx';

interface PriceHistoryProps {
  product: NonNullable<ProductPageQuery['product']>;
}

/** Shows how a price changed. */
export function PriceHistory({ product: { id, priceChanges, priceChangeCount } }: PriceHistoryProps) {
  const read = useRead(OlderPricesDocument);
  const { entries, notice } = useOlder({
    of: id,
    newest: priceChanges,
    total: priceChangeCount,
    noun: 'price change',
    nameOf: ({ at }) => at,
    read: async (skip) => (await read({ id, skip }))?.product?.priceChanges,
  });
  if (entries.length === 0) return null;
  return (
    <Card title="Price history">
      {notice}
      <Prices changes={entries} />
    </Card>
  );
}

/** Shows the last changes of a price, with a link to the page that has all of them. */
export function LatestPrices({ product: { id, priceChanges }, max }: PriceHistoryProps & { max: number }) {
  if (priceChanges.length === 0) return null;
  return (
    <Card
      title="Price history"
      actions={priceChanges.length > max && <Link href={`/products/${id}`}>View more</Link>}
    >
      <Prices changes={priceChanges.slice(0, max)} />
    </Card>
  );
}

function Prices({ changes }: { changes: readonly PriceChangeFactsFragment[] }) {
  const { currency } = useSession().account;
  const moments = changes.toReversed().map(({ at, by, before, after }) => ({
    name: at,
    what: `${money(before, currency)} to ${money(after, currency)}`,
    at,
    by,
  }));
  return <Timeline moments={moments} />;
}
