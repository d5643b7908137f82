import { useSearchParams } from 'wouter';
import { RangeBar } from '../dashboard/range-bar.tsx';
import { useRange } from '../dashboard/range.ts';
import { FilterBar } from '../../base/kit/table/filters.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { SupermarketChoice } from '../../catalogue/supermarket/supermarket-choice.tsx';
import { MissedCard } from './missed-card.tsx';
import { OverviewCard } from './overview-card.tsx';
import { RankingCard } from './ranking-card.tsx';
import { ReturnedCard } from './returned-card.tsx';

/** Shows how well deliveries did what was promised, beside what supermarkets expect. */
export default function PerformancePage() {
  const [range, change] = useRange();
  const [search] = useSearchParams();
  const supermarketId = search.get('supermarketId') ?? '';
  const asked = { range, supermarketId };
  // A cursor belongs to the range and the filter.
  const changeAll = (values: Record<string, string | undefined>) => change({ ...values, after: undefined });
  return (
    <Page title="Performance" about="The figures that supermarkets score suppliers by.">
      <RangeBar range={range} change={changeAll} />
      <FilterBar>
        <SupermarketChoice
          none="All supermarkets"
          value={supermarketId}
          onChange={(id) => changeAll({ supermarketId: id || undefined })}
        />
      </FilterBar>
      <OverviewCard asked={asked} />
      <RankingCard asked={asked} />
      <ReturnedCard asked={asked} />
      <MissedCard asked={asked} />
    </Page>
  );
}
