import {
  type DeliveryFormFragment,
  DeliveryPlacesDocument,
  type ReviseDeliveryInput,
} from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { FocusedNotice } from '../../base/kit/feedback/focused-notice.tsx';
import { ConflictTable, type Labels } from '../../base/kit/form/use-edit.tsx';
import { DELIVERY } from './delivery-fields.ts';
import type { Draft } from './delivery-form.tsx';
import type { DraftLine } from './delivery-line.ts';
import type { ToChange } from './to-change.ts';

type Values = DeliveryFormFragment & Record<'branch' | 'products', string>;

const LABELS: Labels<Values> = { branch: 'Branch', products: 'Products', ...DELIVERY.labels };

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
  const { id, branch, products } = delivery;
  const { branchId, products: changedLines, prices: _prices, ...fields } = changes;
  const stored: Values = {
    ...DELIVERY.valuesOf(delivery),
    branch: branch.name,
    products: products.map(({ name, quantity }) => `${quantity} × ${name}`).join('\n'),
  };
  const mine: Partial<Values> = {
    ...(branchId && { branch: nameOf(branchId) }),
    ...(changedLines && { products: linesInWords(draft.lines) }),
    ...(fields as Partial<DeliveryFormFragment>),
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
