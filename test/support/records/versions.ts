import { ask } from '../graphql/ask.ts';
import type { TestAccount } from '../service/account.ts';
import { createDelivery, createProduct, createSupermarket } from './records.ts';

const LINES = 'products { productId name quantity unitPrice }';
const SHOWN = `id status deliveryDate notes totalValue reference orderNumber carrier branchName supermarketName ${LINES}
  replaces { id } replacedBy { id } firstVersion { id }`;
export const REVISE = `mutation ($id: ID!, $input: ReviseDeliveryInput!) { reviseDelivery(id: $id, input: $input) { ${SHOWN} } }`;
const READ = `query ($id: ID!) { delivery(id: $id) { ${SHOWN} } }`;
export const MOVE = `mutation ($id: ID!, $status: DeliveryStatus!) {
  moveDelivery(id: $id, status: $status) { status replaces { id status replacedBy { status } } firstVersion { id } }
}`;

/** Changes a delivery and returns its new version. */
export async function revise(account: TestAccount, id: number | string, input: object) {
  return (await ask(account, REVISE, { id, input })).reviseDelivery;
}

/** Changes a delivery with the key of the account, and returns the id of its new version. */
export async function reviseByKey({ call }: TestAccount, id: number | string, input: object) {
  const { json } = await call('POST', '//graphql', { body: { query: REVISE, variables: { id, input } } });
  return json.data.reviseDelivery.id as string;
}

/** Returns a delivery with its links to other versions. */
export async function read(account: TestAccount, id: number | string) {
  return (await ask(account, READ, { id })).delivery;
}

/** Returns the bodies of the events of deliveries, oldest first. */
export async function eventsOf({ id, database }: TestAccount) {
  const { rows } = await database.pool.query<{ body: string }>(
    "SELECT body FROM events WHERE account_id = $1 AND type LIKE 'delivery.%' ORDER BY id",
    [id],
  );
  return rows.map(({ body }) => JSON.parse(body) as { event: string; data: Record<string, unknown> });
}

/** Creates a pending delivery of two products to the first branch. */
export async function pending(account: TestAccount) {
  const supermarket = await createSupermarket(account);
  const [bread, milk] = [
    await createProduct(account, { name: 'Bread', price: 2 }),
    await createProduct(account, { name: 'Milk', price: 1 }),
  ];
  const { id } = await createDelivery(account, {
    supermarket_id: supermarket.id,
    subchain_id: supermarket.branches[0].id,
    notes: 'Ring twice',
    reference: 'D-1',
    order_number: 'PO-1',
    carrier: 'Own van',
    products: [
      { product_id: bread.id, quantity: 10 },
      { product_id: milk.id, quantity: 5 },
    ],
  });
  return { id: String(id), supermarket, bread, milk };
}

/** Adds `count` versions to a delivery, the last of them completed, and returns their ids, oldest first. */
export async function addVersions({ id: accountId, database }: TestAccount, id: string, count: number) {
  const versions = 'account_id = $1 AND (id = $2 OR first_version_id = $2)';
  await database.pool.query(
    `INSERT INTO deliveries SELECT version.* FROM deliveries AS first CROSS JOIN generate_series(1, $3::int) AS n
     CROSS JOIN LATERAL jsonb_populate_record(first, jsonb_build_object(
       'id', nextval(pg_get_serial_sequence('deliveries', 'id')), 'first_version_id', first.id,
       'reference', CASE WHEN n = $3 THEN first.reference || '-last' END)) AS version
     WHERE first.account_id = $1 AND first.id = $2`,
    [accountId, id, count],
  );
  const { rows } = await database.pool.query<{ id: string }>(
    `UPDATE deliveries AS version SET replaces_id = before, replaced_by_id = after,
       status = CASE WHEN after IS NULL THEN 'completed' ELSE 'cancelled' END,
       in_transit_at = CASE WHEN after IS NULL THEN now() END, completed_at = CASE WHEN after IS NULL THEN now() END,
       cancelled_at = CASE WHEN after IS NOT NULL THEN now() END
     FROM (SELECT id, lag(id) OVER (ORDER BY id) AS before, lead(id) OVER (ORDER BY id) AS after
           FROM deliveries WHERE ${versions}) AS link
     WHERE version.account_id = $1 AND version.id = link.id RETURNING version.id::text`,
    [accountId, id],
  );
  return rows.map((row) => row.id).toSorted((one, other) => Number(one) - Number(other));
}
