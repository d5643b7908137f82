import { z } from 'zod';
import { Product } from '../rest/product/shape.ts';
import { Return } from '../rest/return/shape.ts';
import { amount, date, time } from '../rest/values.ts';
import type { EventType } from '../schema/event/types.ts';
import { recordId } from '../schema/rules.ts';
import { CALLBACK_PARAMETERS } from './headers.ts';
import type { Json, Schemas } from './schemas.ts';

const AT = '2099-12-01T08:12:00.000Z';

const delivery = {
  delivery_id: recordId,
  supermarket_name: z.string(),
  subchain_name: z.string(),
  total_value: amount,
};
const DELIVERY = {
  delivery_id: 4711,
  supermarket_name: 'Oakfield Stores',
  subchain_name: 'Oakfield West',
  total_value: 418.8,
};

const { id: return_id, description: _, ...returned } = Return.shape;

const { id: product_id, ...product } = Product.shape;
const PRODUCT = {
  product_id: 17,
  sequential_id: 'P-0017',
  name: 'Rye Bread',
  weight: 0.75,
  price: 3.59,
  category: 'bakery',
  created_at: '2099-11-20T09:30:00.000Z',
};

type Event = EventType | 'webhook.test';

/** When each event happens, and its data (specification, "Events"; contract §3). */
const EVENTS: Record<Event, { when: string; data: z.ZodObject }> = {
  'delivery.created': dataOf(
    'A new delivery was created',
    { ...delivery, delivery_date: date, created_at: time },
    { ...DELIVERY, delivery_date: '2099-12-01', created_at: AT },
  ),
  'delivery.in_transit': dataOf(
    'A delivery was dispatched',
    { ...delivery, in_transit_at: time },
    { ...DELIVERY, in_transit_at: AT },
  ),
  'delivery.completed': dataOf(
    'A delivery was marked as completed',
    { ...delivery, completed_at: time },
    { ...DELIVERY, completed_at: AT },
  ),
  'delivery.cancelled': dataOf(
    'A delivery was cancelled',
    { ...delivery, cancelled_at: time },
    { ...DELIVERY, cancelled_at: AT },
  ),
  'return.created': dataOf(
    'A new return was processed',
    { return_id, ...returned },
    {
      return_id: 93,
      delivery_id: 4711,
      product_id: 17,
      product_name: 'Rye Bread',
      quantity: 4,
      reason: 'damaged',
      credit_amount: 13.96,
      return_date: '2099-12-02',
      created_at: AT,
    },
  ),
  'product.created': dataOf('A new product was added', { product_id, ...product }, PRODUCT),
  'product.updated': dataOf(
    'A product was modified; an update that changes nothing sends nothing',
    {
      product_id,
      ...product,
      updated_at: time,
      changed: z.array(z.enum(['name', 'weight', 'price', 'category'])).describe('What really changed'),
    },
    { ...PRODUCT, updated_at: AT, changed: ['price'] },
  ),
  'webhook.test': dataOf('A test was asked for', { webhook_id: recordId }, { webhook_id: 3 }),
};

/** The body of a callback. */
export function callbackBody(event: Event) {
  const timestamp = time.meta({ description: 'When it happened', examples: [AT] });
  return z.strictObject({ event: z.literal(event), timestamp, data: EVENTS[event].data });
}

function dataOf<Shape extends z.ZodRawShape>(
  when: string,
  shape: Shape,
  example: z.output<z.ZodObject<Shape>>,
) {
  return { when, data: z.strictObject(shape).meta({ examples: [example] }) };
}

/** The callbacks as the `webhooks` of OpenAPI. */
export function callbackItems(schemas: Schemas): Json {
  const items = Object.keys(EVENTS).map((event) => [event, { post: operationOf(event as Event, schemas) }]);
  return Object.fromEntries(items);
}

function operationOf(event: Event, schemas: Schemas): Json {
  const schema = schemas.of(callbackBody(event), 'output');
  return {
    operationId: `on${event.replace(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase())}`,
    summary: event,
    description: `${EVENTS[event].when}.`,
    tags: ['Callbacks'],
    security: [],
    parameters: CALLBACK_PARAMETERS.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: schemas.exampleOf(schema) } },
    },
    responses: {
      '2XX': {
        description: 'Received. Any other answer, or none within 10 seconds, is a failure and is retried.',
      },
    },
  };
}
