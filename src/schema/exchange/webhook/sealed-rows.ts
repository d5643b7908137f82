import { webhookSecret } from '../../core/secret/secret-box.ts';
import type { SealedRows } from '../../core/secret/sealed-rows.ts';

/** The secrets of webhooks, current and old. */
export const SEALED_WEBHOOKS: readonly SealedRows[] = [
  {
    table: 'webhook_subscriptions',
    // In the order in which the worker locks webhooks, so that the two cannot deadlock.
    key: { id: 'bigint', account_id: 'bigint' },
    columns: ['secret', 'previous_secret'],
    ownerOf: ({ account_id, id }) => webhookSecret(account_id!, id!),
  },
  {
    table: 'webhook_earlier_secrets',
    key: { account_id: 'bigint', subscription_id: 'bigint', id: 'bigint' },
    columns: ['secret'],
    ownerOf: ({ account_id, subscription_id }) => webhookSecret(account_id!, subscription_id!),
  },
];
