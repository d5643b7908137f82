import { DataCard } from '../dashboard/data-card.tsx';
import { DownloadRows } from '../../base/chart/download-rows.tsx';
import { Figures } from '../../base/chart/figures.tsx';
import { type Fault, PerformanceReturnsDocument } from '../../generated/operations.ts';
import { Figure } from '../../base/kit/layout/card.tsx';
import { kilograms, money, percentage, wholeNumber } from '../../base/kit/words/format.ts';
import { Table } from '../../base/kit/table/table.tsx';
import { useSession } from '../../base/session/session.tsx';
import { type Asked, variablesOf } from './asked.ts';

const FAULTS: Record<Fault, string> = { SUPPLIER: 'Yours', RETAILER: 'The retailer’s', NEUTRAL: 'Neutral' };

/** Shows whose fault the returns were, and what was thrown away. */
export function ReturnedCard({ asked }: { asked: Asked }) {
  const { currency } = useSession().account;
  return (
    <DataCard
      title="Returns by fault"
      about="All returns from these deliveries. Waste is what expired, was damaged, recalled or too much."
      document={PerformanceReturnsDocument}
      variables={variablesOf(asked)}
      version={0}
    >
      {({ deliveryPerformance: { returnsByFault, waste } }) => (
        <>
          <Figures>
            <Figure label="Waste" value={kilograms(waste.kilograms)} />
            <Figure label="Share of weight" value={waste.rate === null ? '–' : percentage(waste.rate)} />
          </Figures>
          <DownloadRows
            title="Returns by fault"
            rows={returnsByFault}
            columns={[
              ['Fault', ({ fault }) => FAULTS[fault]],
              ['Units', ({ quantity }) => quantity],
              ['Credit', ({ credit }) => credit],
            ]}
          />
          <Table
            caption="Returns by fault"
            rows={returnsByFault}
            keyOf={({ fault }) => fault}
            columns={[
              { name: 'Fault', cell: ({ fault }) => FAULTS[fault] },
              { name: 'Units', isNumber: true, yields: 1, cell: ({ quantity }) => wholeNumber(quantity) },
              { name: 'Credit', isNumber: true, cell: ({ credit }) => money(credit, currency) },
            ]}
          />
        </>
      )}
    </DataCard>
  );
}
