import type { DeliveryFormFragment, ReviseDeliveryInput } from '../../generated/operations.ts';
import { changesOf } from '../../base/graphql/send-edit.ts';
import { numberText, readNumber } from '../../base/kit/form/read-number.ts';
import type { DraftLine } from './delivery-line.ts';
import type { Draft, Entered } from './delivery-form.tsx';

/** Returns what was changed; what is left out is taken over. */
export function changesOfDraft(
  draft: Draft,
  { place, products, prices, ...fields }: Entered,
): ReviseDeliveryInput {
  const before = draft.lines.map(({ product, quantity }) => ({
    productId: product?.id ?? '',
    quantity: readNumber(quantity)!,
  }));
  return {
    ...(place.branchId !== draft.place.branchId && { branchId: place.branchId }),
    ...changesOf<Partial<DeliveryFormFragment>>(draft, fields),
    ...(JSON.stringify(products) !== JSON.stringify(before) && { products }),
    ...(prices.length > 0 && { prices }),
  };
}

/** Returns a newer version of a delivery with what was changed in a form that began with an older one. */
export function rebased(
  older: Draft,
  newer: Draft,
  { branchId, products, prices, ...fields }: ReviseDeliveryInput,
  lines: readonly DraftLine[],
): Draft {
  return {
    ...newer,
    ...(fields as Partial<DeliveryFormFragment>),
    ...(branchId && { place: { ...newer.place, branchId } }),
    lines: withPrices(products ? mergedLines(older.lines, newer.lines, lines) : newer.lines, prices),
  };
}

/** Takes over the prices that were entered. */
function withPrices(lines: DraftLine[], prices: ReviseDeliveryInput['prices']): DraftLine[] {
  const entered = new Map((prices ?? []).map(({ productId, unitPrice }) => [productId, unitPrice]));
  return lines.map((line) => {
    const price = entered.get(line.product?.id ?? '');
    return price == null ? line : { ...line, price: numberText(price) };
  });
}

/**
 * Takes over the lines that were changed, added or removed in the form, and leaves the others as they are by
 * now.
 */
function mergedLines(
  older: readonly DraftLine[],
  newer: readonly DraftLine[],
  mine: readonly DraftLine[],
): DraftLine[] {
  const before = quantities(older);
  const entered = quantities(mine);
  const kept = newer.flatMap((line) => {
    const id = line.product?.id ?? '';
    if (entered.get(id) === before.get(id)) return [line];
    const quantity = entered.get(id);
    return quantity === undefined ? [] : [{ ...line, quantity }];
  });
  const present = new Set(newer.map(({ product }) => product?.id));
  const added = mine.filter(({ product }) => {
    const id = product?.id ?? '';
    return !present.has(id) && entered.get(id) !== before.get(id);
  });
  return [...kept, ...added].map((line, key) => ({ ...line, key, isAdded: false }));
}

function quantities(lines: readonly DraftLine[]): Map<string, string> {
  return new Map(lines.map(({ product, quantity }) => [product?.id ?? '', quantity]));
}
