import { ask } from '../support/graphql/ask.ts';
import { createDelivery, createProduct, createSupermarket, inDays } from '../support/records/records.ts';
import type { TestAccount } from '../support/service/account.ts';

/** The branches of a morning with their windows, in the order of the numbers of their deliveries. */
const BRANCHES = {
  'Oakfield West': { address: '1 Mill Lane', delivery_window: '06:00-10:00', phone: '+49 30 100' },
  Harbour: { address: '2 Quay Street', delivery_window: '07:30-11:30' },
  Station: { address: '3 Station Road', delivery_window: '05:00-08:00' },
  'Old Town': { address: '4 Market Square' },
};

type BranchName = keyof typeof BRANCHES;

/** Creates a delivery of ten pieces to each of four branches. Returns their ids by branch. */
export async function createMorning(account: TestAccount, date: string): Promise<Record<BranchName, string>> {
  const names = Object.keys(BRANCHES) as BranchName[];
  const { id, branches } = await createSupermarket(account, {
    name: 'Åse Market',
    branches: names.map((name) => ({ name, ...BRANCHES[name] })),
  });
  const product = await createProduct(account, { name: 'Rye Bread', weight: 0.5 });
  const ids: [BranchName, string][] = [];
  for (const [at, name] of names.entries()) {
    const delivery = await createDelivery(account, {
      supermarket_id: id,
      subchain_id: branches[at].id,
      products: [{ product_id: product.id, quantity: 10 }],
      notes: `Door ${at + 1}`,
    });
    ids.push([name, String(delivery.id)]);
  }
  // REST takes no delivery for today.
  await account.database.pool.query(
    'UPDATE deliveries SET delivery_date = $3 WHERE account_id = $1 AND id = ANY($2)',
    [account.id, ids.map(([, id]) => id), date],
  );
  return Object.fromEntries(ids) as Record<BranchName, string>;
}

/** Creates a tour, by default of tomorrow. Returns its id. */
export async function createTourOf(account: TestAccount, input: object): Promise<string> {
  const { createTour } = await ask(
    account,
    'mutation ($input: CreateTourInput!) { createTour(input: $input) { id } }',
    { input: { date: inDays(1), ...input } },
  );
  return createTour.id;
}

/** Replaces the stops of a tour; they may be those of another one. */
export async function orderTour(account: TestAccount, id: string, deliveryIds: string[]): Promise<void> {
  await ask(
    account,
    'mutation ($id: ID!, $deliveryIds: [ID!]!) { orderStops(id: $id, deliveryIds: $deliveryIds, takeOver: true) { id } }',
    { id, deliveryIds },
  );
}

/** Returns the ids of the stops of each tour of a day, by the names of the tours. */
export async function stopsByTour(account: TestAccount, date: string): Promise<Record<string, string[]>> {
  const { tours } = await ask(
    account,
    'query ($date: Date!) { tours(date: $date) { name stops { stop { id } } } }',
    {
      date,
    },
  );
  return Object.fromEntries(
    (tours as { name: string; stops: { stop: { id: string } }[] }[]).map(({ name, stops }) => [
      name,
      stops.map(({ stop }) => stop.id),
    ]),
  );
}
