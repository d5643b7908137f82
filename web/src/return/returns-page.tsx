import { SearchX } from 'lucide-react';
import { ReturnsPageDocument } from '../generated/operations.ts';
import { FILTERS } from '../generated/rules.ts';
import { useData } from '../graphql/use-data.ts';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { DownloadCsv } from '../kit/download-csv.tsx';
import { Empty } from '../kit/empty.tsx';
import { useFilters } from '../kit/filters.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { Page } from '../kit/page.tsx';
import { Pager, usePageArguments } from '../kit/pager.tsx';
import { NoReturns } from './no-returns.tsx';
import { ReturnFilterBar } from './return-filters.tsx';
import { ReturnTable } from './return-table.tsx';

/** Lists the returns, newest first. */
export default function ReturnsPage() {
  const filters = useFilters(...FILTERS.returns);
  const returns = useData(ReturnsPageDocument, { ...usePageArguments(), filter: filters.values });
  const isBare = filters.isEmpty && returns.data?.returns.totalCount === 0;
  return (
    <Page
      title="Returns"
      about="Goods returned from deliveries, and the credit for each."
      actions={!isBare && <DownloadCsv list="returns" />}
    >
      {!isBare && <ReturnFilterBar filters={filters} />}
      <Card isFlush>
        <Loaded of={returns} lines={10}>
          {({ returns }) =>
            returns.nodes.length > 0 ? (
              <>
                <ReturnTable returns={returns.nodes} />
                <Pager of={returns} noun="return" />
              </>
            ) : filters.isEmpty ? (
              <NoReturns />
            ) : (
              <Empty icon={SearchX} title="No returns match these filters">
                <Button onClick={filters.clear}>Clear filters</Button>
              </Empty>
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}
