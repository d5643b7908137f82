import { accountOf, type Context } from '../../../core/context.ts';
import { DELIVERY_FIELDS } from '../../../trade/delivery/fields.ts';
import { fieldsIn } from '../../../core/noun/fields.ts';
import { snakeOf } from '../../../core/noun/names.ts';
import { paddedGtin } from '../../../core/noun/trade-numbers.ts';
import type { ImportItem } from '../items/import-item.ts';

/** A field of a delivery whose value differs in the file. */
export interface Difference {
  /** The name of the field in REST. */
  field: string;
  from: unknown;
  to: unknown;
}

/** Compares the fields in a file with those of the account's deliveries. */
export async function deliveryDifferences(
  context: Context,
  known: readonly { id: bigint; item: ImportItem }[],
): Promise<Map<bigint, Difference[]>> {
  if (known.length === 0) return new Map();
  const stored = await readDeliveries(
    context,
    known.map(({ id }) => id),
  );
  const byId = new Map(stored.map((delivery) => [delivery.id, delivery]));
  return new Map(known.map(({ id, item }) => [id, differencesOf(byId.get(id)!, item)]));
}

type DeliveryToCompare = Awaited<ReturnType<typeof readDeliveries>>[number];

function readDeliveries(context: Context, ids: bigint[]) {
  return context.db.delivery.findMany({
    where: { accountId: accountOf(context), id: { in: ids } },
    include: {
      supermarket: { select: { name: true, reference: true } },
      branch: { select: { name: true, reference: true, gln: true } },
      items: {
        orderBy: { position: 'asc' },
        select: {
          productId: true,
          quantity: true,
          name: true,
          product: {
            select: { name: true, reference: true, sequentialId: true, gtin: true, caseGtin: true },
          },
        },
      },
    },
  });
}

function differencesOf(delivery: DeliveryToCompare, { values, lines }: ImportItem): Difference[] {
  const { supermarket, branch } = delivery;
  const differences: Difference[] = [];
  const compare = (field: string, from: unknown, to: unknown, isSame = from === to) => {
    if (to !== undefined && !isSame) differences.push({ field, from: from ?? null, to });
  };
  compare(
    'supermarket_id',
    supermarket.reference ?? supermarket.name,
    values.supermarket ?? values.supermarketId,
    values.supermarket === undefined
      ? String(delivery.supermarketId) === values.supermarketId
      : [supermarket.reference, supermarket.name].includes(values.supermarket as string),
  );
  compare(
    'subchain_id',
    branch.reference ?? branch.name,
    values.branch ?? values.branchId,
    values.branch === undefined
      ? String(delivery.branchId) === values.branchId
      : [branch.reference, branch.name, branch.gln].includes(values.branch as string),
  );
  if (lines.some(({ values: { product, productId } }) => product !== undefined || productId !== undefined))
    compare('products', shownItems(delivery.items), shownLines(lines), areSameLines(delivery.items, lines));
  for (const name of OWN) compare(snakeOf(name), storedValue(delivery, name), values[name]);
  return differences;
}

/** The fields of a delivery that refer to no other record. */
const OWN = fieldsIn(DELIVERY_FIELDS, 'create')
  .map(([name]) => name)
  .filter((name) => !['supermarketId', 'branchId', 'products', 'reference'].includes(name));

function storedValue(delivery: Record<string, unknown>, name: string): unknown {
  const value = delivery[name];
  return value instanceof Date ? value.toISOString().slice(0, 10) : value;
}

type Items = DeliveryToCompare['items'];
type Lines = ImportItem['lines'];

/** Lines are compared as a set of products and quantities, whatever their order. */
function areSameLines(items: Items, lines: Lines): boolean {
  if (items.length !== lines.length) return false;
  const left = [...items];
  return lines.every(({ values }) => {
    const at = left.findIndex((item) => isNamed(item, values) && item.quantity === values.quantity);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
}

function isNamed({ productId, name, product: own }: Items[number], values: Lines[number]['values']): boolean {
  const { product } = values;
  if (product === undefined) return String(productId) === values.productId;
  const text = String(product);
  if ([own.reference, own.sequentialId, own.name, name].includes(text)) return true;
  return (
    /^\d{8,14}$/.test(text) &&
    [own.gtin, own.caseGtin].some((gtin) => gtin !== null && paddedGtin(gtin) === paddedGtin(text))
  );
}

const MAX_SHOWN = 10;

function shownItems(items: Items): string {
  return shown(items.map(({ quantity, name, product }) => `${quantity} × ${product.reference ?? name}`));
}

function shownLines(lines: Lines): string {
  return shown(
    lines.map(
      ({ values: { quantity, product, productId } }) =>
        `${String(quantity)} × ${String(product ?? productId)}`,
    ),
  );
}

function shown(lines: string[]): string {
  const more = lines.length > MAX_SHOWN ? ` and ${lines.length - MAX_SHOWN} more` : '';
  return lines.slice(0, MAX_SHOWN).join(', ') + more;
}
