import { useState } from 'react';
import { Link } from 'wouter';
import { Ranking } from '../../base/chart/ranking.tsx';
import { ReturnRankingDocument, type ReturnRankingQuery } from '../../generated/operations.ts';
import { Choice } from '../../base/kit/form/choice.tsx';
import { money } from '../../base/kit/words/format.ts';
import { plural } from '../../base/kit/words/plural.ts';
import { reasonInWords } from '../../trade/return/reason-in-words.ts';
import { useSession } from '../../base/session/session.tsx';
import { DataCard } from './data-card.tsx';
import styles from './dashboard.module.css';
import { returnsOf } from './query-variables.ts';
import type { Range } from './range.ts';
import { TOP, useTop } from './use-top.tsx';

type Rank = ReturnRankingQuery['returnAnalytics']['ranking'][number];

const KINDS = [
  ['BRANCH', 'Branch'],
  ['SUPERMARKET', 'Supermarket'],
  ['PRODUCT', 'Product'],
  ['REASON', 'Reason'],
] as const;

type Kind = (typeof KINDS)[number][0];

/** The filter of returns that shows those of a place in the ranking. */
const FILTER = {
  BRANCH: 'branchId',
  SUPERMARKET: 'supermarketId',
  PRODUCT: 'productId',
  REASON: 'reason',
} satisfies Record<Kind, string>;

/** Shows where returns come from, and why; each place leads to its returns. */
export function ReturnRankingCard({ range, version }: { range: Range; version: number }) {
  const [by, setBy] = useState<Kind>('BRANCH');
  const { first, shownOf, moreThan } = useTop(TOP);
  return (
    <DataCard
      title="Most returns"
      about="By credit amount"
      document={ReturnRankingDocument}
      variables={{ ...returnsOf(range), by, first }}
      version={version}
    >
      {({ returnAnalytics: { ranking } }) => (
        <>
          <Choice name="by" label="Rank by" isLabelHidden value={by} options={KINDS} onChange={setBy} />
          <Places by={by} ranking={shownOf(ranking)} range={range} />
          {moreThan(ranking)}
        </>
      )}
    </DataCard>
  );
}

function Places({ by, ranking, range }: { by: Kind; ranking: readonly Rank[]; range: Range }) {
  const { currency } = useSession().account;
  if (ranking.length === 0) return <p className={styles.nothing}>No returns in this period</p>;
  const label = KINDS.find(([kind]) => kind === by)![1];
  return (
    <Ranking
      caption={`Returns by ${label.toLowerCase()}`}
      heads={[label, 'Credit']}
      rows={ranking}
      keyOf={({ id, name }) => id ?? name}
      nameOf={({ id, name }) => (
        <PlaceLink range={range} filter={{ [FILTER[by]]: id ?? name }}>
          {by === 'REASON' ? inWords(name) : name}
        </PlaceLink>
      )}
      aboutOf={({ supermarketName, figures: { count, quantity } }) =>
        [supermarketName, `${plural(quantity, 'unit')} in ${plural(count, 'return')}`]
          .filter(Boolean)
          .join(' · ')
      }
      valueOf={({ figures }) => figures.creditAmount}
      format={(value) => money(value, currency)}
    />
  );
}

/**
 * Leads to exactly the returns that were counted. Lists have no days of recording in a time zone, so those
 * lead nowhere.
 */
function PlaceLink({ range, filter, children }: { range: Range; filter: object; children: string }) {
  const { countsBy, dateFrom, dateTo } = range;
  if (countsBy === 'created') return children;
  return <Link href={`/returns?${new URLSearchParams({ ...filter, dateFrom, dateTo })}`}>{children}</Link>;
}

/** Returns a reason in words, as a heading. */
function inWords(reason: string): string {
  const text = reasonInWords(reason);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
