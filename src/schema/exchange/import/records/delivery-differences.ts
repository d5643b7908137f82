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
  return new Map(known.map(({ id, item }) => [id, differencesFromFile(byId.get(id)!, item)]));
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

function differencesFromFile(delivery: DeliveryToCompare, { values, lines }: ImportItem): Difference[] {
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
    compare(
      'products',
      deliveryItemsText(delivery.items),
      importedLinesText(lines),
      areSameLines(delivery.items, lines),
    );
  for (const name of PLAIN_DELIVERY_FIELDS) compare(snakeOf(name), storedValue(delivery, name), values[name]);
  return differences;
}

/** The fields of a delivery that refer to no other record. */
const PLAIN_DELIVERY_FIELDS = fieldsIn(DELIVERY_FIELDS, 'create')
  .map(([name]) => name)
  .filter((name) => !['supermarketId', 'branchId', 'products', 'reference'].includes(name));

function storedValue(delivery: Record<string, unknown>, name: string): unknown {
  const value = delivery[name];
  return value instanceof Date ? value.toISOString().slice(0, 10) : value;
}

type Items = DeliveryToCompare['items'];
type ImportedLines = ImportItem['lines'];

/** Lines are compared as a set of products and quantities, whatever their order. */
function areSameLines(items: Items, lines: ImportedLines): boolean {
  if (items.length !== lines.length) return false;
  const left = [...items];
  return lines.every(({ values }) => {
    const at = left.findIndex((item) => isNamed(item, values) && item.quantity === values.quantity);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
}

function isNamed(
  { productId, name, product: own }: Items[number],
  values: ImportedLines[number]['values'],
): boolean {
  const { product } = values;
  if (product === undefined) return String(productId) === values.productId;
  const text = String(product);
  if ([own.reference, own.sequentialId, own.name, name].includes(text)) return true;
  return (
    /^\d{8,14}$/.test(text) &&
    [own.gtin, own.caseGtin].some((gtin) => gtin !== null && paddedGtin(gtin) === paddedGtin(text))
  );
}

const MAX_LISTED_ITEMS = 10;

function deliveryItemsText(items: Items): string {
  return listInWords(
    items.map(({ quantity, name, product }) => `${quantity} × ${product.reference ?? name}`),
  );
}

function importedLinesText(lines: ImportedLines): string {
  return listInWords(
    lines.map(
      ({ values: { quantity, product, productId } }) =>
        `${String(quantity)} × ${String(product ?? productId)}`,
    ),
  );
}

function listInWords(lines: string[]): string {
  const more = lines.length > MAX_LISTED_ITEMS ? ` and ${lines.length - MAX_LISTED_ITEMS} more` : '';
  return lines.slice(0, MAX_LISTED_ITEMS).join(', ') + more;
}
