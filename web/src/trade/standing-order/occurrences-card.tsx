import { useState } from 'react';
import { Link } from 'wouter';
import type { OccurrenceRowFragment } from '../../generated/operations.ts';
import type { Failure } from '../../base/graphql/failure.ts';
import { Card } from '../../base/kit/layout/card.tsx';
import { FailedNotice } from '../../base/kit/feedback/failed-notice.tsx';
import { day, wholeNumber } from '../../base/kit/words/format.ts';
import { Stacked } from '../../base/kit/table/stacked.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { OccurrenceActions } from './occurrence-actions.tsx';
import { OccurrenceBadge } from './status.tsx';
import { weekdayName, weekdayOf } from '../../base/kit/words/weekdays.ts';

interface OccurrencesCardProps {
  /** The standing order. */
  id: string;
  occurrences: readonly OccurrenceRowFragment[];
  isEnded: boolean;
  onChange: () => void;
}

/** The column of the dates. */
export const DATE: Column<OccurrenceRowFragment> = { name: 'Date', cell: DateCell };

/** The column that says what became of a date, and why. */
export const STATUS: Column<OccurrenceRowFragment> = {
  name: 'Status',
  cell: (row) => (
    <Stacked below={row.message && <span className="wraps">{row.message}</span>}>
      <OccurrenceBadge of={row} />
    </Stacked>
  ),
};

/** Shows the dates of a standing order, each with what can be done with it. */
export function OccurrencesCard({ id, occurrences, isEnded, onChange }: OccurrencesCardProps) {
  const [failure, setFailure] = useState<Failure>();
  const columns: Column<OccurrenceRowFragment>[] = [
    DATE,
    {
      name: 'Pieces',
      isNumber: true,
      isSecondary: true,
      cell: ({ lines }) => wholeNumber(piecesOf(lines)),
    },
    STATUS,
    {
      name: 'Delivery',
      cell: ({ delivery }) =>
        delivery ? <Link href={`/deliveries/${delivery.id}`}>#{delivery.id}</Link> : '–',
    },
    ...(isEnded
      ? []
      : [
          {
            name: 'Actions',
            isNameHidden: true,
            cell: (row: OccurrenceRowFragment) => (
              <OccurrenceActions
                id={id}
                occurrence={row}
                onChange={onChange}
                onFailure={(failure) => {
                  setFailure(failure);
                  onChange();
                }}
              />
            ),
          },
        ]),
  ];
  return (
    <Card title="Dates" about="The last week and the next four." isFlush={occurrences.length > 0}>
      <FailedNotice failure={failure} />
      {occurrences.length > 0 ? (
        <Table caption="Dates" columns={columns} rows={occurrences} keyOf={({ date }) => date} isStacked />
      ) : (
        <p>No dates in these weeks.</p>
      )}
    </Card>
  );
}

/** Shows the date by the rule, and the day to which it moved. */
function DateCell({ date, deliveryDate }: OccurrenceRowFragment) {
  const isMoved = deliveryDate !== null && deliveryDate !== date;
  return (
    <Stacked below={isMoved && `Delivered ${weekdayName(weekdayOf(deliveryDate))}, ${day(deliveryDate)}`}>
      {weekdayName(weekdayOf(date))}, {day(date)}
    </Stacked>
  );
}

/** Returns how many pieces lines have together. */
export function piecesOf(lines: OccurrenceRowFragment['lines']): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
