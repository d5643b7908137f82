import type { WebhookPageQuery } from '../../generated/operations.ts';

/** A webhook on its page. */
export type WebhookDetail = NonNullable<WebhookPageQuery['webhook']>;
