import { PRODUCT } from '../records/product-values.ts';
import type { TestAccount } from '../service/account.ts';

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
