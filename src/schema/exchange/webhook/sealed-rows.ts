import { webhookSecret } from '../../core/secret/secret-box.ts';
import type { SealedRows } from '../../core/secret/sealed-rows.ts';

/** The secrets of webhooks, also those of before a rotation. */
export const SEALED_WEBHOOKS: readonly SealedRows[] = [
  {
    table: 'webhook_subscriptions',
    // The worker locks webhooks in the order of their ids too, so that the two cannot deadlock.
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
