import { createClient } from '../../clients/typescript/client.ts';
import { deliveriesOf, productsOf, supermarketsOf } from './erp.ts';

const { BASE_URL = 'http://127.0.0.1:3000/api/v1', API_KEY } = process.env;
if (!API_KEY) {
  console.error('Set API_KEY to an API key: the service prints one when it starts for the first time.');
  process.exit(1);
}
const provender = createClient({ baseUrl: BASE_URL, apiKey: API_KEY });

interface UpsertResult {
  index: number;
  outcome: string;
  id: number | null;
  error: { message: string } | null;
}

// Every step can be repeated: rows are matched by your references, and what is there already stays unchanged.
const products = productsOf();
const { data: ofProducts } = await provender.upsertProducts({ body: { products } });
report('products', ofProducts);

const { data: ofSupermarkets } = await provender.upsertSupermarkets({
  body: { supermarkets: supermarketsOf() },
});
report('supermarkets', ofSupermarkets);

// Deliveries name records by their ids.
const productIds = new Map(ofProducts.map(({ index, id }) => [products[index]!.reference, id!]));
const { data: supermarkets } = await provender.listSupermarkets({ query: { view: 'full' } });
const places = new Map(
  supermarkets.flatMap(({ id, branches }) =>
    branches.map((branch) => [branch.reference, { supermarket_id: id, subchain_id: branch.id }] as const),
  ),
);
const deliveries = deliveriesOf().map(({ branch, lines, ...delivery }) => ({
  ...delivery,
  ...places.get(branch)!,
  products: lines.map(({ product, quantity }) => ({ product_id: productIds.get(product)!, quantity })),
}));
for (let start = 0; start < deliveries.length; start += 100) {
  const { data } = await provender.createDeliveries({
    body: { deliveries: deliveries.slice(start, start + 100) },
  });
  report('deliveries', data);
}

/** Prints how many rows had each outcome, and why rows were refused. */
function report(what: string, results: UpsertResult[]): void {
  const counts = Object.entries(Object.groupBy(results, ({ outcome }) => outcome));
  console.log(`${what}: ${counts.map(([outcome, rows]) => `${rows!.length} ${outcome}`).join(', ')}`);
  for (const { index, error } of results) {
    if (!error) continue;
    console.error(`${what}[${index}]: ${error.message}`);
    process.exitCode = 1;
  }
}
