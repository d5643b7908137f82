import dictionary from '../../dictionaries/order-parts.json' with { type: 'json' };
import { plainName } from './plain-name.ts';

/** Whose order number a column has: the supplier's own, the customer's, or that of either. */
export type OrderParty = 'own' | 'customer' | 'both';

/**
 * Parts of headers, in English, German, French, Spanish, Italian, Polish and Dutch. In some languages,
 * suppliers and customers have different words for an order. `order` matches both.
 */
type Part = keyof typeof dictionary;

const PART_OF = new Map(
  Object.entries(dictionary).flatMap(([part, lines]) =>
    lines.flatMap((line) => line.split(' ').map((name) => [name, part as Part])),
  ),
);
const LONGEST = Math.max(...PART_OF.keys().map(({ length }) => length));

/** Returns whose order number a column has by its header; undefined if it has no order number. */
export function partyOfOrder(header: string): OrderParty | undefined {
  const parts = partsOf(plainName(header));
  if (!parts) return undefined;
  const [sale, purchase, customer, supplier] = (['sale', 'purchase', 'customer', 'supplier'] as const).map(
    (part) => parts.has(part),
  );
  if (!sale && !purchase && !parts.has('order')) return undefined;
  const [isOwn, isCustomers] = [sale || supplier, purchase || customer];
  if (isOwn && isCustomers) return parts.has('number') ? 'both' : undefined;
  return isOwn ? 'own' : 'customer';
}

/** Returns the parts that a header consists of; undefined if it has any other words. */
function partsOf(name: string): ReadonlySet<Part> | undefined {
  // The parts of the text before each position. The longest part alone could leave an unknown rest, as in
  // customersalesorder.
  const until: (ReadonlySet<Part> | undefined)[] = [new Set()];
  for (let at = 0; at < name.length; at++) {
    const before = until[at];
    if (!before) continue;
    for (let length = 1; length <= LONGEST && at + length <= name.length; length++) {
      const part = PART_OF.get(name.slice(at, at + length));
      if (part) until[at + length] ??= new Set([...before, part]);
    }
  }
  return until[name.length];
}
