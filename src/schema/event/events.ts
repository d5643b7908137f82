import { z } from 'zod';
import type { Permission, Scope } from '../caller/scopes.ts';
import type { Resource } from '../nouns.ts';
import { DELIVERY_FIELDS } from '../delivery/fields.ts';
import { type Fields, fieldsIn, eventFields, shapeOf } from '../noun/fields.ts';
import { ID, TIME } from '../noun/kinds.ts';
import { restNameOf, snakeOf } from '../noun/names.ts';
import { PRODUCT_FIELDS } from '../product/fields.ts';
import { RETURN_FIELDS } from '../return/fields.ts';

/** A field of an event's data: SQL for its value in a row of `source`, and its shape. */
interface Datum {
  sql: string;
  shape: z.ZodType;
  example: unknown;
}

export interface EventDefinition {
  /** The resource whose read scope a key needs to receive the event. */
  resource: Resource;
  /** What the event reports. */
  when: string;
  /** The fields, in the order in which they are sent. */
  data: Record<string, Datum>;
}

const MOMENT = '2099-12-01T08:12:00.000Z';
const PLACES = {
  supermarketName:
    '(SELECT name FROM supermarkets WHERE account_id = source.account_id AND id = source.supermarket_id)',
  branchName: '(SELECT name FROM branches WHERE account_id = source.account_id AND id = source.branch_id)',
};

const ofDelivery = (...more: (keyof typeof DELIVERY_FIELDS)[]) =>
  dataOf('delivery_id', DELIVERY_FIELDS, ['supermarketName', 'branchName', 'totalValue', ...more]);

/** The fields whose changes are published. */
const CHANGES = fieldsIn(eventFields(PRODUCT_FIELDS), 'change').map(([name]) => name);

const ofProduct = dataOf('product_id', PRODUCT_FIELDS, ['sequentialId', ...CHANGES, 'createdAt']);

/**
 * The events. This is their only definition: subscriptions, scopes, payloads, the reference and the guide are derived
 * from it. Verbs publish one with `publish`; the check on `webhook_subscriptions.events` lists them.
 */
export const EVENTS = {
  'delivery.created': {
    resource: 'deliveries',
    when: 'A new delivery was created',
    data: ofDelivery('deliveryDate', 'createdAt'),
  },
  'delivery.in_transit': {
    resource: 'deliveries',
    when: 'A delivery was dispatched',
    data: ofDelivery('inTransitAt'),
  },
  'delivery.completed': {
    resource: 'deliveries',
    when: 'A delivery was marked as completed',
    data: ofDelivery('completedAt'),
  },
  'delivery.cancelled': {
    resource: 'deliveries',
    when: 'A delivery was cancelled',
    data: ofDelivery('cancelledAt'),
  },
  'return.created': {
    resource: 'returns',
    when: 'A new return was processed. One that reverses another has its quantity and credit, negative',
    data: dataOf('return_id', RETURN_FIELDS, [
      'deliveryId',
      'productId',
      'productName',
      'quantity',
      'reason',
      'creditAmount',
      'returnDate',
      'createdAt',
    ]),
  },
  'product.created': { resource: 'products', when: 'A new product was added', data: ofProduct },
  'product.updated': {
    resource: 'products',
    when: 'A product was modified. An update that changes nothing sends no event',
    data: {
      ...ofProduct,
      ...dataOf('product_id', PRODUCT_FIELDS, ['updatedAt']),
      changed: {
        sql: 'changed',
        shape: z.array(z.enum(CHANGES.map(snakeOf))).describe('The names of the fields that changed.'),
        example: ['price'],
      },
    },
  },
} as const satisfies Record<string, EventDefinition>;

export type EventType = keyof typeof EVENTS;

/** The events that webhooks can subscribe to. */
export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]];

/** The event that a webhook is tested with. */
export const TEST_EVENT = 'webhook.test';

/** Returns the scope that a key needs to read the event. */
export function readScopeOf(type: EventType): Scope {
  return `${EVENTS[type].resource}:read`;
}

/** Returns the events that a key with these scopes can receive. */
export function readableEvents(scopes: ReadonlySet<Permission>): EventType[] {
  return EVENT_TYPES.filter((type) => scopes.has(readScopeOf(type)));
}

/** Returns the id of a record, under the name `id`, and some of its fields. */
function dataOf(id: string, fields: Fields, names: readonly string[]): Record<string, Datum> {
  const data = names.map((name) => {
    const field = fields[name]!;
    const column = Reflect.get(PLACES, name) ?? `source.${snakeOf(name)}`;
    const sql = field.kind.toJson?.(column) ?? column;
    // An event reports only moments that have come.
    const shown =
      field.kind === TIME
        ? { shape: TIME.shown, example: MOMENT }
        : { shape: shapeOf(field), example: field.example };
    return [restNameOf(name), { sql, ...shown }] as const;
  });
  return {
    [id]: { sql: 'source.id', shape: ID.shown, example: fields.id!.example },
    ...Object.fromEntries(data),
  };
}
