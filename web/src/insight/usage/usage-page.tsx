import { useSearchParams } from 'wouter';
import { UsagePageDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Choice } from '../../base/kit/form/choice.tsx';
import { DownloadCsv } from '../../base/kit/table/download-csv.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { AdviceCard } from './advice-card.tsx';
import { FailuresCard } from './failures-card.tsx';
import { LimitsCard } from './limits-card.tsx';
import { type RangeName, RANGES } from './ranges.ts';
import { RequestsCard } from './requests-card.tsx';

const LOOK_EVERY_MS = 5_000;
const OPTIONS = Object.entries(RANGES).map(([name, { label }]) => [name as RangeName, label] as const);

/** Shows the requests of the keys, and the rate limits. */
export default function UsagePage() {
  const [search, setSearch] = useSearchParams();
  const requested = search.get('range') ?? '7d';
  const name: RangeName = isRange(requested) ? requested : '7d';
  const range = RANGES[name];
  const usage = useData(UsagePageDocument, range.variables, { everyMs: LOOK_EVERY_MS });
  return (
    <Page
      title="Usage"
      about="Requests made with your API keys, and your rate limits."
      actions={<DownloadCsv list="usage" />}
    >
      <Loaded of={usage} lines={8}>
        {({ account }) => (
          <>
            <LimitsCard account={account} />
            <Choice
              name="range"
              label="Time"
              isLabelHidden
              value={name}
              options={OPTIONS}
              onChange={(range) => setSearch({ range }, { replace: true })}
            />
            <RequestsCard range={range} counts={account.requestCounts} />
            <FailuresCard range={range} failures={account.requestFailures} />
            <AdviceCard />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function isRange(name: string): name is RangeName {
  return Object.hasOwn(RANGES, name);
}
