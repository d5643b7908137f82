/** Stands for your own system: replace the functions by queries to it. */

const PRODUCTS = 500;
const SUPERMARKETS = 40;
const DELIVERIES = 300;

/** Returns the catalogue. */
export function productsOf() {
  return Array.from({ length: PRODUCTS }, (_, at) => ({
    reference: `ART-${at}`,
    name: `Article ${at}`,
    weight: 0.25 + (at % 8) / 4,
    price: 1 + (at % 90) / 10,
    category: ['bakery', 'dairy', 'produce'][at % 3]!,
    units_per_case: 12,
  }));
}

/** Returns the customers, each with two branches. */
export function supermarketsOf() {
  return Array.from({ length: SUPERMARKETS }, (_, at) => ({
    reference: `CUST-${at}`,
    name: `Customer ${at}`,
    contact_email: `buying@customer-${at}.example`,
    branches: ['A', 'B'].map((branch) => ({
      reference: `CUST-${at}-${branch}`,
      name: `Branch ${branch}`,
      address: `${at + 1} Market Street`,
      delivery_window: '06:00-10:00',
    })),
  }));
}

/** Returns the deliveries of tomorrow. */
export function deliveriesOf() {
  const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  return Array.from({ length: DELIVERIES }, (_, at) => ({
    reference: `${date}-${at}`,
    order_number: `PO-${at}`,
    delivery_date: date,
    branch: `CUST-${at % SUPERMARKETS}-${at % 2 === 0 ? 'A' : 'B'}`,
    lines: [0, 1, 2].map((line) => ({
      product: `ART-${(at * 7 + line) % PRODUCTS}`,
      quantity: 10 + ((at + line) % 20),
    })),
  }));
}
