import dictionary from '../../dictionaries/order-parts.json' with { type: 'json' };
import { plainName } from './plain-name.ts';

/** Whose number of an order a column has, as its header says. */
export type OrderParty = 'own' | 'customer' | 'both';

/**
 * Parts of headers, in English, German, French, Spanish, Italian, Polish and Dutch. Suppliers and customers
 * call an order by other words in some of these languages; `order` says nothing about whose number it is.
 */
type Part = keyof typeof dictionary;

const PART_OF = new Map(
  Object.entries(dictionary).flatMap(([part, lines]) =>
    lines.flatMap((line) => line.split(' ').map((name) => [name, part as Part])),
  ),
);
const LONGEST = Math.max(...PART_OF.keys().map(({ length }) => length));

/** Returns whose number of an order a column has by its header; undefined if that is no order's number. */
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

/** Returns the parts that a header consists of; undefined if it has others. */
function partsOf(name: string): ReadonlySet<Part> | undefined {
  // By position, what the text before it consists of: the longest part may not leave one behind it, as in
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
