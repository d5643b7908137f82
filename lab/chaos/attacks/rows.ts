import { fillDeliveries, fillProducts } from '../../fill.ts';
import { type Attacks, requests } from '../attack.ts';
import { prove } from '../attacker.ts';

/** As many rows as a call can have. */
const PRICES = 500;
const CRATE_TYPES = 100;

const SET_PRICES = `mutation ($supermarketId: ID!, $rows: [PriceAgreementInput!]!) {
  setPriceAgreements(supermarketId: $supermarketId, rows: $rows) { id price } }`;
const SET_CRATES = `mutation ($deliveryId: ID!, $rows: [ContainerRowInput!]!) {
  setContainers(deliveryId: $deliveryId, rows: $rows) { id containers { out } } }`;

/** The largest writes of many rows, each of which changes every row. */
export const ROWS: Attacks = {
  'prices-set-again': requests([4, 2_000, 20], async ({ attacker, account, stage: { database } }) => {
    const { accountId, key, supermarketId } = await account();
    await fillProducts(database, accountId, PRICES);
    const { rows: products } = await database.pool.query<{ id: string }>(
      'SELECT id FROM products WHERE account_id = $1 ORDER BY id LIMIT $2',
      [accountId, PRICES],
    );
    const set = (number: number) => {
      const price = (100 + (number % 100)) / 100;
      const rows = products.map(({ id: productId }) => ({ productId, price, validFrom: '2030-01-01' }));
      return attacker.operate(key, SET_PRICES, { supermarketId: String(supermarketId), rows });
    };
    prove(await set(0), { bytes: PRICES });
    return (number) => set(number + 1);
  }),
  'crates-set-again': requests([4, 2_000, 20], async ({ attacker, account, stage: { database } }) => {
    const { accountId, key } = await account();
    await fillDeliveries(database, accountId, { deliveries: 1, lines: 1 });
    const { rows: types } = await database.pool.query<{ id: string }>(
      `INSERT INTO container_types (account_id, name, code)
       SELECT $1, 'Crate ' || n, n FROM generate_series(1, $2::int) AS n RETURNING id`,
      [accountId, CRATE_TYPES],
    );
    const { rows: deliveries } = await database.pool.query<{ id: string }>(
      `UPDATE deliveries SET status = 'in_transit', in_transit_at = now(), completed_at = NULL, cancelled_at = NULL
       WHERE account_id = $1 RETURNING id`,
      [accountId],
    );
    const set = (number: number) => {
      const rows = types.map(({ id: typeId }) => ({ typeId, out: 1 + (number % 1_000) }));
      return attacker.operate(key, SET_CRATES, { deliveryId: deliveries[0]!.id, rows });
    };
    prove(await set(0), { bytes: CRATE_TYPES });
    return (number) => set(number + 1);
  }),
};
