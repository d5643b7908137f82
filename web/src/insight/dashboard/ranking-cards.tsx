import { Link } from 'wouter';
import { Ranking } from '../../base/chart/ranking.tsx';
import {
  TopProductsDocument,
  type TopProductsQuery,
  TopSupermarketsDocument,
} from '../../generated/operations.ts';
import { money } from '../../base/kit/words/format.ts';
import { plural, pluralOf } from '../../base/kit/words/plural.ts';
import { Tiled } from '../../base/kit/layout/tile.tsx';
import { useSession } from '../../base/session/session.tsx';
import { deliveriesOf } from './query-variables.ts';
import { DataCard } from './data-card.tsx';
import type { Range } from './range.ts';
import { TOP, useTop } from './use-top.tsx';
import styles from './dashboard.module.css';

type Rank = TopProductsQuery['deliveryAnalytics']['ranking'][number];

/** Shows the products with the highest delivery value. */
export function TopProductsCard({ range, version }: { range: Range; version: number }) {
  const { first, shownOf, moreThan } = useTop(TOP);
  return (
    <DataCard
      title="Top products"
      document={TopProductsDocument}
      variables={{ ...deliveriesOf(range), first }}
      version={version}
    >
      {({ deliveryAnalytics: { ranking } }) => (
        <>
          <Places name="Product" page="/products" ranking={shownOf(ranking)} />
          {moreThan(ranking)}
        </>
      )}
    </DataCard>
  );
}

/** Shows the supermarkets with the highest delivery value. */
export function TopSupermarketsCard({ range, version }: { range: Range; version: number }) {
  const { first, shownOf, moreThan } = useTop(TOP);
  return (
    <DataCard
      title="Top supermarkets"
      document={TopSupermarketsDocument}
      variables={{ ...deliveriesOf(range), first }}
      version={version}
    >
      {({ deliveryAnalytics: { ranking } }) => (
        <>
          <Places name="Supermarket" page="/supermarkets" ranking={shownOf(ranking)} />
          {moreThan(ranking)}
        </>
      )}
    </DataCard>
  );
}

function Places({ name, page, ranking }: { name: string; page: string; ranking: readonly Rank[] }) {
  const { currency } = useSession().account;
  if (ranking.length === 0) return <p className={styles.nothing}>No deliveries in this period</p>;
  return (
    <Ranking
      caption={`${pluralOf(name)} by delivery value`}
      heads={[name, 'Value']}
      rows={ranking}
      keyOf={({ id }) => id!}
      nameOf={({ id, name }) =>
        page === '/supermarkets' ? (
          <Tiled name={name}>
            <Link href={`${page}/${id}`}>{name}</Link>
          </Tiled>
        ) : (
          <Link href={`${page}/${id}`}>{name}</Link>
        )
      }
      aboutOf={({ figures: { count, quantity } }) =>
        `${plural(quantity, 'unit')} in ${plural(count, 'delivery')}`
      }
      valueOf={({ figures }) => figures.value}
      format={(value) => money(value, currency)}
    />
  );
}
