import type { Prisma } from '../../generated/prisma/client.ts';

/** A kind of record that callers find by an id, without its fields. This is the only table of nouns. */
interface Noun {
  model: Prisma.ModelName;
  /** The word for a record in messages: No delivery with this id. */
  word: string;
  /** The name in scopes and in REST's paths, and of the chapter in the reference. */
  resource: string;
  /** The introduction of that chapter, on the first noun of its resource. */
  about?: string;
  /** The column behind the type's `id` (default: `id`). */
  key?: 'webhookId';
  /** The SQL of the value whose hash is the version of a row; nouns without it have no version. */
  version?: string;
  /** Set for nouns with a reference, the supplier's own number. */
  reference?: Referring;
}

interface Referring {
  /** The column of the number that the service gives, by which files can name records too. */
  number: 'id' | 'sequence_number';
  /** The condition for records that hold their reference (default: all do). */
  heldIf?: string;
}

/** The nouns by their GraphQL types. Every `nodeId` contains the type: do not rename them. */
export const NOUNS = {
  Delivery: {
    model: 'Delivery',
    word: 'delivery',
    resource: 'deliveries',
    about: 'Deliveries of products to the branches of supermarkets.',
    version: 'record',
    // A cancelled delivery has released its reference.
    reference: { number: 'id', heldIf: `status <> 'cancelled'` },
  },
  Return: {
    model: 'Return',
    word: 'return',
    resource: 'returns',
    about: 'Products that came back from deliveries.',
  },
  Product: {
    model: 'Product',
    word: 'product',
    resource: 'products',
    about: 'The product catalogue.',
    version: 'record',
    reference: { number: 'sequence_number' },
  },
  Supermarket: {
    model: 'Supermarket',
    word: 'supermarket',
    resource: 'supermarkets',
    about: 'Supermarkets and their branches.',
    version: 'record',
    reference: { number: 'id' },
  },
  Branch: {
    model: 'Branch',
    word: 'branch',
    resource: 'supermarkets',
    version: 'record',
    reference: { number: 'id' },
  },
  StandingOrder: {
    model: 'StandingOrder',
    word: 'standing order',
    resource: 'deliveries',
    // The generation of deliveries changes other columns of the row; the lines and changed dates are in other
    // tables.
    version: 'ROW(id, revision)',
    // An order that has ended has released its reference.
    reference: {
      number: 'id',
      heldIf: `holds_reference AND coalesce(ends_on >= (
        SELECT (now() AT TIME ZONE time_zone)::date FROM accounts WHERE accounts.id = account_id), true)`,
    },
  },
  Webhook: {
    model: 'WebhookSubscription',
    word: 'webhook',
    resource: 'webhooks',
    about: 'Subscriptions to events, and the messages that were sent.',
    // The other columns change with each callback.
    version: 'ROW(url, events, description)',
  },
  WebhookMessage: {
    model: 'WebhookMessage',
    word: 'webhook message',
    resource: 'webhooks',
    key: 'webhookId',
  },
} as const satisfies Record<string, Noun>;

export type NounName = keyof typeof NOUNS;

/** The nouns that have a property of the table. */
type Having<Property extends keyof Noun> = {
  [Name in NounName]: Property extends keyof (typeof NOUNS)[Name] ? Name : never;
}[NounName];

/** The nouns whose records have a version. */
export type Versioned = Having<'version'>;

/** The nouns whose records can have a reference. */
export type Referenced = Having<'reference'>;

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

/** The chapters of the reference, with their introductions. Standing orders have the scopes of deliveries. */
export const CHAPTERS: Readonly<Record<string, string>> = {
  ...RESOURCES,
  'standing orders': 'Orders that repeat, from which deliveries are created.',
  'api keys': 'The key that sends a request.',
};
