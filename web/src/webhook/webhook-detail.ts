import type { WebhookPageQuery } from '../generated/operations.ts';

/** A webhook as its page has it. */
export type WebhookDetail = NonNullable<WebhookPageQuery['webhook']>;
