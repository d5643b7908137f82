import type { TestAccount } from '../service/account.ts';

export const PRODUCT = { name: 'Bread', weight: 0.5, price: 2.49, category: 'bakery' };
export const BAD = { ...PRODUCT, price: -1 };
export const CREATE =
  'mutation($input: CreateProductInput!) { createProduct(input: $input) { id sequentialId } }';
export const REPLAYED = 'Idempotent-Replayed';

interface Sent {
  key?: string;
  accept?: string;
  body?: object;
}

/** Sends an operation under an Idempotency-Key. */
export function send(
  account: TestAccount,
  idempotencyKey: string,
  query: string,
  variables: object,
  more: Sent = {},
) {
  const { key = account.key, accept = 'application/json', body } = more;
  return account.call('POST', '//graphql', {
    key,
    body: body ?? { query, variables },
    headers: { 'Idempotency-Key': idempotencyKey, Accept: accept },
  });
}

/** Returns the number of the account's products. */
export async function countOf(account: TestAccount): Promise<number> {
  return (await account.call('GET', '/products')).json.pagination.total;
}

/** Returns the number of the account's stored responses. */
export async function storedOf({ id, database }: TestAccount): Promise<number> {
  return database.prisma.idempotencyKey.count({ where: { accountId: id } });
}
