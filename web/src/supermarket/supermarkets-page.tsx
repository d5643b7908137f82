import { FileUp, Plus } from 'lucide-react';
import { useLocation } from 'wouter';
import { SupermarketsPageDocument } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { ButtonLink } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { DownloadCsv } from '../kit/download-csv.tsx';
import { FilterBar } from '../kit/filters.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { Page } from '../kit/page.tsx';
import { Pager, usePageArguments } from '../kit/pager.tsx';
import { SortField, useSort } from '../kit/sort-field.tsx';
import { NoSupermarkets } from './no-supermarkets.tsx';
import { SupermarketChoice } from './supermarket-choice.tsx';
import { SupermarketTable } from './supermarket-table.tsx';

/** Lists the supermarkets. */
export default function SupermarketsPage() {
  const [, go] = useLocation();
  const supermarkets = useData(SupermarketsPageDocument, {
    ...usePageArguments(),
    orderBy: useSort(),
  });
  const isBare = supermarkets.data?.supermarkets.totalCount === 0;
  return (
    <Page
      title="Supermarkets"
      about="Your customers, and the branches you deliver to."
      actions={
        <>
          {!isBare && <DownloadCsv list="supermarkets" />}
          <ButtonLink icon={FileUp} href="/imports?kind=supermarkets">
            Import
          </ButtonLink>
          <ButtonLink kind="primary" icon={Plus} href="/supermarkets/new">
            New supermarket
          </ButtonLink>
        </>
      }
    >
      {!isBare && (
        <FilterBar>
          <SupermarketChoice
            label="Go to"
            none="Supermarket"
            value=""
            onChange={(id) => id && go(`/supermarkets/${id}`)}
          />
          <SortField />
        </FilterBar>
      )}
      <Card isFlush>
        <Loaded of={supermarkets} lines={10}>
          {({ supermarkets }) =>
            supermarkets.nodes.length > 0 ? (
              <>
                <SupermarketTable supermarkets={supermarkets.nodes} />
                <Pager of={supermarkets} noun="supermarket" />
              </>
            ) : (
              <NoSupermarkets />
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}
