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
  if (!isWithin(supermarket_id)) return 'supermarket_id';
  if (!isWithin(subchain_id)) return 'subchain_id';
  if (!Array.isArray(products) || products.length === 0 || products.length > 500) return 'products';
  const seen = new Set<number>();
  for (let at = 0; at < products.length; at++) {
    const line = products[at]!;
    if (typeof line !== 'object' || line === null) return `products[${at}]`;
    for (const field in line)
      if (field !== 'product_id' && field !== 'quantity') return `products[${at}].${field}`;
    const { product_id, quantity } = line;
    if (!isWithin(product_id) || seen.has(product_id)) return `products[${at}].product_id`;
    seen.add(product_id);
    if (!isWithin(quantity, 1_000_000)) return `products[${at}].quantity`;
  }
  if (!isFutureDate(delivery_date)) return 'delivery_date';
  return notes == null || isText(notes) ? undefined : 'notes';
}

function isWithin(value: unknown, most = Number.MAX_SAFE_INTEGER): boolean {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most;
}

function isFutureDate(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value) || value > '2100-12-31') return false;
  const time = Date.parse(value);
  const isReal = !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
  return isReal && value > new Date().toISOString().slice(0, 10);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 2_000 && value.isWellFormed() && !value.includes('\0');
}
