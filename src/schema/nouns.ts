import type { Prisma } from '../generated/prisma/client.ts';

/** What is known of a noun beside its fields: of the records that callers find by an id. */
interface Noun {
  model: Prisma.ModelName;
  /** The name of its scopes, in REST's paths, and of its chapter in the reference. */
  resource: string;
  /** The introduction of that chapter, in the first noun of a resource. */
  about?: string;
  /** The column behind the type's `id` (default: `id`). */
  key?: 'webhookId';
}

/** The nouns by their GraphQL types. Every `nodeId` contains the type: do not rename them. */
export const NOUNS = {
  Delivery: {
    model: 'Delivery',
    resource: 'deliveries',
    about: 'Deliveries of products to the branches of supermarkets.',
  },
  Return: { model: 'Return', resource: 'returns', about: 'Products that came back from deliveries.' },
  Product: { model: 'Product', resource: 'products', about: 'The product catalogue.' },
  Supermarket: {
    model: 'Supermarket',
    resource: 'supermarkets',
    about: 'Supermarkets and their branches.',
  },
  Branch: { model: 'Branch', resource: 'supermarkets' },
  Webhook: {
    model: 'WebhookSubscription',
    resource: 'webhooks',
    about: 'Subscriptions to events, and the messages that were sent.',
  },
  WebhookMessage: { model: 'WebhookMessage', resource: 'webhooks', key: 'webhookId' },
} as const satisfies Record<string, Noun>;

export type NounName = keyof typeof NOUNS;

/** Returns the column behind the `id` of a noun. */
export function keyOf(type: NounName): 'id' | 'webhookId' {
  return (NOUNS[type] as Noun).key ?? 'id';
}

/** The resources that scopes apply to: `deliveries`, `returns`, … */
export type Resource = (typeof NOUNS)[NounName]['resource'];

/** The resources, with the introductions of their chapters. */
export const RESOURCES = Object.fromEntries(
  Object.values(NOUNS).flatMap((noun) => ('about' in noun ? [[noun.resource, noun.about] as const] : [])),
) as Record<Resource, string>;
