const MAX_PRODUCTS = 500;
const MAX_QUANTITY = 1_000_000;
const MAX_NOTES = 2_000;
const FIELDS = new Set(['supermarket_id', 'subchain_id', 'products', 'delivery_date', 'notes']);

export interface NewDelivery {
  supermarket_id: number;
  subchain_id: number;
  products: { product_id: number; quantity: number }[];
  delivery_date: string;
  notes?: string | null;
}

/** Checks a body by hand. Returns the field of the first fault, or undefined for a valid body. */
export function faultIn(body: NewDelivery): string | undefined {
  if (typeof body !== 'object' || body === null) return '';
  for (const field in body) if (!FIELDS.has(field)) return field;
  const { supermarket_id, subchain_id, products, delivery_date, notes } = body;
  if (!isId(supermarket_id)) return 'supermarket_id';
  if (!isId(subchain_id)) return 'subchain_id';
  if (!Array.isArray(products) || products.length === 0 || products.length > MAX_PRODUCTS) return 'products';
  const seen = new Set<number>();
  for (let at = 0; at < products.length; at++) {
    const line = products[at]!;
    if (typeof line !== 'object' || line === null) return `products[${at}]`;
    for (const field in line) {
      if (field !== 'product_id' && field !== 'quantity') return `products[${at}].${field}`;
    }
    if (!isId(line.product_id) || seen.has(line.product_id)) return `products[${at}].product_id`;
    seen.add(line.product_id);
    const { quantity } = line;
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > MAX_QUANTITY) {
      return `products[${at}].quantity`;
    }
  }
  if (!isFutureDate(delivery_date)) return 'delivery_date';
  if (notes != null && !isText(notes)) return 'notes';
  return undefined;
}

function isId(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

function isFutureDate(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value) || value > '2100-12-31') return false;
  const time = Date.parse(value);
  const isReal = !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
  return isReal && value > new Date().toISOString().slice(0, 10);
}

function isText(value: unknown): boolean {
  return (
    typeof value === 'string' && value.length <= MAX_NOTES && value.isWellFormed() && !value.includes('\0')
  );
}
