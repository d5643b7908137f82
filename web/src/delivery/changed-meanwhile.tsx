import { DeliveryPlacesDocument, type ReviseDeliveryInput } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { FocusedNotice } from '../kit/focused-notice.tsx';
import { day } from '../kit/format.ts';
import { ConflictTable, type Labels } from '../kit/use-edit.tsx';
import type { Draft } from './delivery-form.tsx';
import type { DraftLine } from './delivery-line.ts';
import { NUMBER_ENTRIES, NUMBERS, numbersBy } from './numbers.ts';
import type { ToChange } from './to-change.ts';

type Values = Record<'branch' | 'deliveryDate' | 'products' | 'notes' | keyof typeof NUMBERS, string>;

const LABELS: Labels<Values> = {
  branch: 'Branch',
  deliveryDate: ['Delivery date', day],
  products: 'Products',
  notes: 'Notes',
  ...NUMBERS,
};

interface ChangedMeanwhileProps {
  /** The newer version. */
  delivery: ToChange;
  /** The newer version with what was entered. */
  draft: Draft;
  changes: ReviseDeliveryInput;
}

/** Says that somebody else changed the delivery, and compares what was entered with what is stored by now. */
export function ChangedMeanwhile({ delivery, draft, changes }: ChangedMeanwhileProps) {
  const { data } = useData(DeliveryPlacesDocument, { supermarketId: delivery.supermarket.id });
  const nameOf = (id: string) =>
    data?.supermarket?.branches.find((branch) => branch.id === id)?.name ?? `#${id}`;
  const { id, branch, deliveryDate, notes, products } = delivery;
  const stored: Values = {
    branch: branch.name,
    deliveryDate,
    products: products.map(({ name, quantity }) => `${quantity} × ${name}`).join('\n'),
    notes: notes ?? '',
    ...numbersBy((name) => delivery[name] ?? ''),
  };
  const mine: Partial<Values> = {
    ...(changes.branchId && { branch: nameOf(changes.branchId) }),
    ...(changes.deliveryDate && { deliveryDate: changes.deliveryDate }),
    ...(changes.products && { products: linesInWords(draft.lines) }),
    ...('notes' in changes && { notes: draft.notes }),
    ...Object.fromEntries(
      NUMBER_ENTRIES.filter(([name]) => name in changes).map(([name]) => [name, draft[name]]),
    ),
  };
  return (
    <FocusedNotice tone="warn" of={delivery} title="Somebody changed this delivery while you were editing">
      <p>You are now changing #{id}, with what you entered. Check it, then save again.</p>
      <ConflictTable labels={LABELS} mine={mine} stored={stored} />
    </FocusedNotice>
  );
}

function linesInWords(lines: readonly DraftLine[]): string {
  return lines.map(({ product, quantity }) => `${quantity} × ${product?.name ?? '–'}`).join('\n');
}
