import { useState } from 'react';
import { Link } from 'wouter';
import { DataCard } from '../dashboard/data-card.tsx';
import { useTop } from '../dashboard/use-top.tsx';
import {
  PerformanceByRankDocument,
  type PerformanceByRankQuery,
  type PerformanceRanking,
} from '../../generated/operations.ts';
import { DownloadRows } from '../../base/chart/download-rows.tsx';
import { Choice } from '../../base/kit/form/choice.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { Stacked } from '../../base/kit/table/stacked.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { type Asked, variablesOf } from './asked.ts';
import { sharesOf } from './rates.ts';

type Rank = PerformanceByRankQuery['deliveryPerformance']['ranking'][number];

const RANKINGS: [value: PerformanceRanking, label: string][] = [
  ['SUPERMARKET', 'Supermarket'],
  ['BRANCH', 'Branch'],
  ['PRODUCT', 'Product'],
  ['CATEGORY', 'Category'],
  ['WEEKDAY', 'Weekday'],
];

/** Shows where most deliveries were missed. */
export function RankingCard({ asked }: { asked: Asked }) {
  const [by, setBy] = useState<PerformanceRanking>('SUPERMARKET');
  const { first, shownOf, moreThan } = useTop(10);
  const name = RANKINGS.find(([value]) => value === by)![1];
  return (
    <DataCard
      title="Most missed"
      about="Late or not in full"
      document={PerformanceByRankDocument}
      variables={{ ...variablesOf(asked), by, first }}
      version={0}
    >
      {({ deliveryPerformance: { ranking } }) => (
        <>
          <Choice name="by" label="By" value={by} options={RANKINGS} onChange={setBy} />
          {ranking.length === 0 ? (
            <p>No completed deliveries in this period</p>
          ) : (
            <>
              <Table
                caption={`Performance by ${name.toLowerCase()}`}
                columns={columnsOf(by, name)}
                rows={shownOf(ranking)}
                keyOf={(rank) => rank.id ?? rank.name}
              />
              {moreThan(ranking)}
              <p>
                <DownloadRows
                  title={`Performance by ${name.toLowerCase()}`}
                  rows={shownOf(ranking)}
                  columns={[
                    [name, (rank) => rank.name],
                    ['Deliveries', ({ figures }) => figures.deliveries],
                    ['On time', ({ figures }) => figures.onTimeRate ?? NaN],
                    ['In full', ({ figures }) => figures.inFullRate ?? NaN],
                    ['Fill rate', ({ figures }) => figures.fillRate ?? NaN],
                  ]}
                />
              </p>
            </>
          )}
        </>
      )}
    </DataCard>
  );
}

const PAGES: Partial<Record<PerformanceRanking, string>> = {
  SUPERMARKET: '/supermarkets',
  PRODUCT: '/products',
};

function columnsOf(by: PerformanceRanking, name: string): Column<Rank>[] {
  const page = PAGES[by];
  return [
    {
      name,
      cell: (rank) => {
        const named = page ? <Link href={`${page}/${rank.id}`}>{rank.name}</Link> : rank.name;
        return rank.supermarketName ? <Stacked below={rank.supermarketName}>{named}</Stacked> : named;
      },
    },
    {
      name: 'Deliveries',
      isNumber: true,
      isSecondary: true,
      yields: 1,
      cell: ({ figures }) => wholeNumber(figures.deliveries),
    },
    { name: 'On time', isNumber: true, cell: ({ figures }) => sharesOf(figures).onTime },
    { name: 'In full', isNumber: true, cell: ({ figures }) => sharesOf(figures).inFull },
    {
      name: 'Fill rate',
      isNumber: true,
      isSecondary: true,
      cell: ({ figures }) => sharesOf(figures).fillRate,
    },
  ];
}
