import type { Series } from '../../base/chart/chart.ts';
import { ChartFigure } from '../../base/chart/chart-figure.tsx';
import { Card, Figure } from '../../base/kit/layout/card.tsx';
import { percentage, wholeNumber } from '../../base/kit/words/format.ts';
import { plural } from '../../base/kit/words/plural.ts';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { type KeyUse, keysUsed, totalOf } from './keys-used.ts';
import { type Count, type Period, periodsOf, type Range } from './ranges.ts';
import styles from './requests-card.module.css';

/** The number of keys with a chart colour of their own, out of five: all other keys share the last. */
const MOST_SHOWN = 4;

const COLUMNS: Column<KeyUse>[] = [
  { name: 'Key', cell: ({ name }) => name },
  { name: 'Requests', isNumber: true, cell: ({ requests }) => wholeNumber(requests) },
  { name: 'Rate limited', isNumber: true, cell: ({ refused }) => wholeNumber(refused) },
  { name: 'Failed', isNumber: true, cell: ({ failed }) => wholeNumber(failed) },
];

/** Shows the requests of a range, by time and by key. */
export function RequestsCard({ range, counts }: { range: Range; counts: readonly Count[] }) {
  const periods = periodsOf(range, counts);
  const within = periods.flatMap((period) => period.counts);
  const keys = keysUsed(within);
  const { requests, refused, failed } = totalOf(within);
  return (
    <>
      <Card>
        <div className={styles.figures}>
          <Figure
            label={`Requests in ${range.label}`}
            value={wholeNumber(requests)}
            about={`by ${plural(keys.length, 'key')}`}
          />
          <Figure
            label="Rate limited"
            value={share(refused, requests)}
            about={`${plural(refused, 'request')} returned 429`}
          />
          <Figure
            label="Failed"
            value={share(failed, requests)}
            about={`${plural(failed, 'request')} returned another 4xx`}
          />
        </div>
        <ChartFigure
          title="Requests by key"
          kind="bars"
          rows={periods}
          series={seriesOf(keys)}
          rowsAre={range.rowsAre}
          labelOf={({ from }) => range.nameOf(from)}
          tickOf={({ from }) => range.tickOf(from)}
          format={wholeNumber}
          emptyText="No requests in this period"
        />
      </Card>
      {keys.length > 0 && (
        <Card title="Keys" isFlush>
          <Table caption="Keys" isStacked columns={COLUMNS} rows={keys} keyOf={({ keyId }) => keyId} />
        </Card>
      )}
    </>
  );
}

function seriesOf(keys: readonly KeyUse[]): Series<Period>[] {
  const shown = keys.length > MOST_SHOWN + 1 ? keys.slice(0, MOST_SHOWN) : keys;
  const ids = new Set(shown.map(({ keyId }) => keyId));
  const series = shown.map(({ keyId, name }) => ({
    name,
    valueOf: ({ counts }: Period) => totalOf(counts.filter((count) => count.keyId === keyId)).requests,
  }));
  if (shown.length === keys.length) return series;
  return [
    ...series,
    {
      name: plural(keys.length - shown.length, 'other key'),
      valueOf: ({ counts }) => totalOf(counts.filter(({ keyId }) => !ids.has(keyId))).requests,
    },
  ];
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : percentage(part / whole);
}
