import type { TestAccount } from '../service/account.ts';

/** Stores a failed request of the account's first key in the request log, with a text wherever one can be. */
export async function storeRequest({ id, database }: TestAccount, requestId: string, text: string) {
  await database.pool.query(
    `INSERT INTO requests (account_id, received_at, request_id, method, path, query, endpoint, status, failed, code,
       field, key_id, address, duration_ms, user_agent)
     SELECT $1, now(), $2, 'PATCH', '/api/v1/products/' || $3, 'search=' || $3, 'PATCH /api/v1/products/{product_id}',
       400, true, 'validation_error', $3, min(id), '192.0.2.0/24', 12, $3
     FROM api_keys WHERE account_id = $1`,
    [id, requestId, text],
  );
  return requestId;
}
