import { Printer } from 'lucide-react';
import { useState } from 'react';
import type { NoteFactsFragment } from '../../generated/operations.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { FailureNotice } from '../../base/kit/feedback/failure-notice.tsx';
import { day, kilograms, wholeNumber } from '../../base/kit/words/format.ts';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { Skeleton } from '../../base/kit/feedback/skeleton.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { PaperLogo } from '../../base/kit/paper/paper-logo.tsx';
import { numberInWords } from './numbers.ts';
import { PrintParts } from './print-parts.tsx';
import { useNotes } from './use-notes.ts';
import { useToPrint } from './use-to-print.ts';

/** The maximum number of lots with a warning that are named. */
const MAX_SHOWN = 20;

const BACK = { href: '/deliveries', label: 'Deliveries' };

/** A product of the deliveries together. */
interface Pick {
  id: string;
  sequentialId: string;
  name: string;
  quantity: number;
  weight: number;
}

const COLUMNS: Column<Pick>[] = [
  { name: 'Product', cell: ({ name }) => name },
  { name: 'Number', isSecondary: true, cell: ({ sequentialId }) => sequentialId },
  { name: 'Quantity', isNumber: true, cell: ({ quantity }) => wholeNumber(quantity) },
  { name: 'Weight', isNumber: true, cell: ({ weight }) => kilograms(weight) },
];

/**
 * Shows how much of each product several deliveries need together: those named in the address, or that match
 * its filters.
 */
export default function PickListPage() {
  const [attempt, setAttempt] = useState(0);
  const toPrint = useToPrint();
  const { notes, total, missing, isComplete, failure } = useNotes(toPrint, attempt);
  const picks = picksOf(notes);
  const warnings = notes.flatMap(warningsIn);
  const warningCount = notes.reduce(
    (sum, note) => sum + (note.status === 'PENDING' ? note.warningCount : 0),
    0,
  );
  const units = picks.reduce((sum, { quantity }) => sum + quantity, 0);
  const weight = picks.reduce((sum, each) => sum + each.weight, 0);
  return (
    <Page
      title="Pick list"
      about={
        isComplete &&
        [plural(notes.length, 'delivery'), plural(units, 'unit'), kilograms(weight), daysOf(notes)]
          .filter(Boolean)
          .join(', ')
      }
      back={BACK}
      actions={
        <Button
          kind="primary"
          icon={Printer}
          isBusy={!isComplete && !failure}
          disabled={failure !== undefined || picks.length === 0}
          onClick={() => window.print()}
        >
          Print
        </Button>
      }
    >
      <PaperLogo />
      {failure && <FailureNotice failure={failure} retry={() => setAttempt(attempt + 1)} />}
      <PrintParts part={toPrint.part} total={total} missing={missing} />
      {isComplete && warnings.length > 0 && (
        <Notice tone="warn" title={plural(warningCount, 'warning')}>
          {warnings.slice(0, MAX_SHOWN).join('. ')}.
          {warningCount > MAX_SHOWN &&
            ` And ${wholeNumber(warningCount - MAX_SHOWN)} more, on their deliveries.`}
        </Notice>
      )}
      {isComplete && picks.length === 0 && <Notice tone="note">No deliveries match.</Notice>}
      {isComplete && picks.length > 0 && (
        <Card isFlush>
          <Table
            caption="Pick list"
            columns={COLUMNS}
            rows={picks}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => `/products/${id}`}
          />
        </Card>
      )}
      {!isComplete && !failure && <Skeleton lines={8} />}
    </Page>
  );
}

/** Returns in words when deliveries are due: the day, or the first and the last one. */
function daysOf(deliveries: readonly NoteFactsFragment[]): string | undefined {
  const dates = deliveries.map(({ deliveryDate }) => deliveryDate).toSorted();
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return first === last ? `due ${day(first)}` : `due ${day(first)} to ${day(last)}`;
}

/** Returns the warnings about a delivery that is still to be picked. */
function warningsIn(delivery: NoteFactsFragment): string[] {
  if (delivery.status !== 'PENDING') return [];
  return delivery.warnings.map(({ message }) => `${numberInWords(delivery)}: ${message}`);
}

/** Adds up the products of deliveries, by name. Cancelled deliveries need none. */
function picksOf(deliveries: readonly NoteFactsFragment[]): Pick[] {
  const picks = new Map<string, Pick>();
  for (const { products } of deliveries.filter(({ status }) => status !== 'CANCELLED')) {
    for (const { product, name, quantity } of products) {
      const { id, sequentialId, weight } = product;
      const before = picks.get(id) ?? { id, sequentialId, name, quantity: 0, weight: 0 };
      picks.set(id, {
        ...before,
        quantity: before.quantity + quantity,
        weight: before.weight + quantity * weight,
      });
    }
  }
  return picks
    .values()
    .toArray()
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
