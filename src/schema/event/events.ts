import { z } from 'zod';
import type { Resource } from '../api-key/scopes.ts';
import { type Fields, mapped, snakeOf } from '../fields.ts';
import { PRODUCT_FIELDS } from '../product/fields.ts';
import { quantity, recordId } from '../rules.ts';
import { amount, date, sequentialId, shapeOf, time } from '../values.ts';

/** A field of an event's data: its column, or SQL if the column has another name, and its shape. */
interface Datum {
  sql?: string;
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
const moment = (column: string): Datum => ({
  sql: `iso_utc(${column})`,
  shape: time,
  example: MOMENT,
});
const id = (example: number, sql?: string): Datum => ({ ...(sql && { sql }), shape: recordId, example });
const money = (column: string, example: number): Datum => ({
  sql: `trim_scale(${column})`,
  shape: amount,
  example,
});
const text = (example: string, sql?: string): Datum => ({ ...(sql && { sql }), shape: z.string(), example });

const delivery = {
  delivery_id: id(4711, 'source.id'),
  supermarket_name: text(
    'Oakfield Stores',
    '(SELECT name FROM supermarkets WHERE account_id = source.account_id AND id = source.supermarket_id)',
  ),
  subchain_name: text(
    'Oakfield West',
    '(SELECT name FROM branches WHERE account_id = source.account_id AND id = source.branch_id)',
  ),
  total_value: money('source.total_value', 418.8),
};

const product = {
  product_id: id(17, 'source.id'),
  sequential_id: { shape: sequentialId, example: 'P-0017' },
  ...filledIn(PRODUCT_FIELDS),
  created_at: moment('created_at'),
};

/**
 * The events. This is their only definition: subscriptions, scopes, payloads, the reference and the guide are derived
 * from it. Verbs publish one with `publish`; the check on `webhook_subscriptions.events` lists them.
 */
export const EVENTS = {
  'delivery.created': {
    resource: 'deliveries',
    when: 'A new delivery was created',
    data: {
      ...delivery,
      delivery_date: { shape: date, example: '2099-12-01' },
      created_at: moment('created_at'),
    },
  },
  'delivery.in_transit': {
    resource: 'deliveries',
    when: 'A delivery was dispatched',
    data: { ...delivery, in_transit_at: moment('in_transit_at') },
  },
  'delivery.completed': {
    resource: 'deliveries',
    when: 'A delivery was marked as completed',
    data: { ...delivery, completed_at: moment('completed_at') },
  },
  'delivery.cancelled': {
    resource: 'deliveries',
    when: 'A delivery was cancelled',
    data: { ...delivery, cancelled_at: moment('cancelled_at') },
  },
  'return.created': {
    resource: 'returns',
    when: 'A new return was processed',
    data: {
      return_id: id(93, 'source.id'),
      delivery_id: id(4711),
      product_id: id(17),
      product_name: { shape: z.string(), example: 'Rye Bread' },
      quantity: { shape: quantity, example: 4 },
      reason: text('damaged'),
      credit_amount: money('credit_amount', 13.96),
      return_date: { shape: date, example: '2099-12-02' },
      created_at: moment('created_at'),
    },
  },
  'product.created': { resource: 'products', when: 'A new product was added', data: product },
  'product.updated': {
    resource: 'products',
    when: 'A product was modified. An update that changes nothing sends no event',
    data: {
      ...product,
      updated_at: moment('updated_at'),
      changed: {
        shape: z
          .array(z.enum(Object.keys(PRODUCT_FIELDS).map(snakeOf)))
          .describe('The names of the fields that changed.'),
        example: ['price'],
      },
    },
  },
} as const satisfies Record<string, EventDefinition>;

function filledIn(fields: Fields): Record<string, Datum> {
  const data = mapped(fields, (field, name) => {
    const column = snakeOf(name);
    const sql = field.type === 'Decimal' ? `trim_scale(${column})` : column;
    return [column, { sql, shape: shapeOf(field), example: field.example }] as const;
  });
  return Object.fromEntries(Object.values(data));
}
