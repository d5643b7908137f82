import { idempotentResponse } from '../secret/secret-box.ts';
import type { SealedRows } from '../secret/sealed-rows.ts';

/** The stored responses that show the secret of a webhook. */
export const SEALED_RESPONSES: readonly SealedRows[] = [
  {
    table: 'idempotency_keys',
    key: { account_id: 'bigint', key: 'text' },
    columns: ['body'],
    // The condition of a partial index, which finds these few rows among all responses.
    holdsSecret: `(body LIKE '%whsec\\_%' OR body LIKE 'sealed:%')`,
    isLeftWhenLocked: true,
    ownerOf: ({ account_id, key }) => idempotentResponse(account_id!, key!),
  },
];
