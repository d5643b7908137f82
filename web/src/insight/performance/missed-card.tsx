import { useSearchParams } from 'wouter';
import { GraphiqlLink } from '../dashboard/graphiql-link.tsx';
import { numberInWords } from '../../trade/delivery/numbers.ts';
import { PerformanceMissedDocument, type PerformanceMissedQuery } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Badge } from '../../base/kit/layout/badge.tsx';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { DownloadCsv } from '../../base/kit/table/download-csv.tsx';
import { day } from '../../base/kit/words/format.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { Stacked } from '../../base/kit/table/stacked.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { type Asked, variablesOf } from './asked.ts';
import { duration } from '../../base/kit/words/duration.ts';

type Missed = PerformanceMissedQuery['deliveryPerformance']['missed']['nodes'][number];

const COLUMNS: Column<Missed>[] = [
  {
    name: 'Delivery',
    cell: ({ delivery }) => (
      <Stacked below={`${numberInWords(delivery)} · ${delivery.branchName}`}>
        {delivery.supermarketName}
      </Stacked>
    ),
  },
  { name: 'Delivery date', isWhole: true, yields: 1, cell: ({ delivery }) => day(delivery.deliveryDate) },
  {
    name: 'Missed',
    yields: 2,
    cell: ({ lateMinutes, missingQuantity }) => (
      <>
        {lateMinutes !== null && <Badge tone="warn">{duration(lateMinutes)} late</Badge>}{' '}
        {missingQuantity > 0 && <Badge tone="bad">{plural(missingQuantity, 'unit')} missing</Badge>}
      </>
    ),
  },
];

/** Lists the deliveries that were late or not in full, each with a link to its page. */
export function MissedCard({ asked }: { asked: Asked }) {
  const [search, setSearch] = useSearchParams();
  const after = search.get('after');
  const variables = { ...variablesOf(asked), after };
  const missed = useData(PerformanceMissedDocument, variables);
  const go = (cursor: string | null) =>
    setSearch((search) => {
      if (cursor === null) search.delete('after');
      else search.set('after', cursor);
      return search;
    });
  const { dateFrom, dateTo, timeZone } = asked.range;
  const { supermarketId } = asked;
  return (
    <Card
      title="Missed deliveries"
      about="Late or not in full, those due last first"
      isFlush
      actions={
        <>
          <DownloadCsv
            list="missed-deliveries"
            isSmall
            within={{ dateFrom, dateTo, timeZone, ...(supermarketId && { supermarketId }) }}
          />
          <GraphiqlLink
            document={PerformanceMissedDocument}
            variables={variables}
            about="Missed deliveries"
          />
        </>
      }
    >
      <Loaded of={missed} lines={6}>
        {({ deliveryPerformance: { missed } }) =>
          missed.nodes.length === 0 ? (
            <p>No missed deliveries in this period</p>
          ) : (
            <>
              <Table
                caption="Missed deliveries"
                columns={COLUMNS}
                rows={missed.nodes}
                keyOf={({ delivery }) => delivery.id}
                hrefOf={({ delivery }) => `/deliveries/${delivery.id}`}
              />
              {after !== null && (
                <Button isSmall onClick={() => go(null)}>
                  First page
                </Button>
              )}
              {missed.pageInfo.hasNextPage && (
                <Button isSmall onClick={() => go(missed.pageInfo.endCursor)}>
                  Next page
                </Button>
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
