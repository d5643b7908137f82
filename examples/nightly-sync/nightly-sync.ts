import { createClient } from 'provender-client';
import { deliveriesOf, productsOf, supermarketsOf } from './erp.ts';

/** A body has at most 256 KiB. */
const MAX_BYTES = 250_000;

const { BASE_URL = 'http://127.0.0.1:3000/api/v1', API_KEY } = process.env;
if (!API_KEY) {
  console.error('Set API_KEY to an API key: the service prints one when it starts for the first time.');
  process.exit(1);
}
// Six retries take longer than a restart of the service.
const provender = createClient({ baseUrl: BASE_URL, apiKey: API_KEY, retries: 6 });

interface Result {
  index: number;
  outcome: string;
  id: number | null;
  error: { message: string } | null;
  differs?: string[];
}

let isRefused = false;
let isDifferent = false;

// Every step can be repeated: rows are matched by your references, and what is there already stays unchanged.
const products = await send('products', productsOf(), 500, async (rows) => {
  return (await provender.upsertProducts({ body: { products: rows } })).data;
});
await send('supermarkets', supermarketsOf(), 500, async (rows) => {
  return (await provender.upsertSupermarkets({ body: { supermarkets: rows } })).data;
});

// Deliveries name records by their ids.
const { data: supermarkets } = await provender.listSupermarkets({ query: { view: 'full' } });
const places = new Map(
  supermarkets.flatMap(({ id, branches }) =>
    branches.map((branch) => [branch.reference, { supermarket_id: id, subchain_id: branch.id }] as const),
  ),
);
const deliveries = deliveriesOf().flatMap(({ branch, lines, ...delivery }) => {
  const place = places.get(branch);
  const missing = [
    ...(place ? [] : [branch]),
    ...lines.map(({ product }) => product).filter((product) => !products.has(product)),
  ];
  if (!place || missing.length > 0) {
    refuse(`deliveries ${delivery.reference}: not sent, because ${missing.join(', ')} is missing`);
    return [];
  }
  const items = lines.map(({ product, quantity }) => ({ product_id: products.get(product)!, quantity }));
  return [{ ...delivery, ...place, products: items }];
});
await send('deliveries', deliveries, 100, async (rows) => {
  return (await provender.createDeliveries({ body: { deliveries: rows } })).data;
});
process.exitCode = isRefused ? 1 : isDifferent ? 3 : 0;

/**
 * Sends rows in pieces, and prints how many had each outcome, and by their references which were refused or
 * differ from what is stored. Returns the ids of the others by reference.
 */
async function send<Row extends { reference: string }>(
  what: string,
  rows: Row[],
  most: number,
  request: (rows: Row[]) => Promise<Result[]>,
): Promise<Map<string, number>> {
  const outcomes: string[] = [];
  const ids = new Map<string, number>();
  for (const piece of piecesOf(rows, most)) {
    for (const { index, outcome, id, error, differs } of await request(piece)) {
      const { reference } = piece[index]!;
      outcomes.push(outcome);
      if (error) refuse(`${what} ${reference}: ${error.message}`);
      else ids.set(reference, id!);
      if (outcome !== 'differs') continue;
      isDifferent = true;
      console.error(`${what} ${reference}: differs in ${differs!.join(', ')}, and stays as it is`);
    }
  }
  const counts = Object.entries(Object.groupBy(outcomes, (outcome) => outcome));
  console.log(`${what}: ${counts.map(([outcome, all]) => `${all!.length} ${outcome}`).join(', ') || 'none'}`);
  return ids;
}

function refuse(why: string): void {
  isRefused = true;
  console.error(why);
}

/** Yields rows in pieces that one request may have. */
function* piecesOf<Row>(rows: Row[], most: number): Generator<Row[]> {
  let piece: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = Buffer.byteLength(JSON.stringify(row)) + 1;
    if (piece.length === most || bytes + size > MAX_BYTES) {
      yield piece;
      [piece, bytes] = [[], 0];
    }
    piece.push(row);
    bytes += size;
  }
  if (piece.length > 0) yield piece;
}
