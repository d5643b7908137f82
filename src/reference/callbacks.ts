import { z } from 'zod';
import { WEBHOOK_DEFAULTS } from '../config.ts';
import { EVENTS, type EventType, TEST_EVENT } from '../schema/core/event/events.ts';
import { PAYLOADS } from '../schema/exchange/live-event/payloads.ts';
import { recordId } from '../schema/core/noun/rules.ts';
import { TIME } from '../schema/core/noun/kinds.ts';
import { CALLBACK_PARAMETERS } from './headers.ts';
import { describeBy } from './describe.ts';
import type { Json, Schemas } from './schemas.ts';

type Event = EventType | typeof TEST_EVENT;

interface Shaped {
  shape: z.ZodType;
  example: unknown;
}

/** When each event happens. */
const DEFINITIONS: Record<Event, { when: string }> = {
  ...EVENTS,
  [TEST_EVENT]: { when: 'A test event was requested' },
};

const TEST_DATA: Readonly<Record<string, Shaped>> = { webhook_id: { shape: recordId, example: 3 } };

/** Returns the schema of a callback's body. */
export function callbackBody(event: Event) {
  const timestamp = TIME.shown.meta({
    description: 'When the event happened.',
    examples: ['2099-12-01T08:12:00.000Z'],
  });
  return z.strictObject({
    event: z.literal(event).describe('The type of the event.'),
    timestamp,
    data: dataOf(event).describe('The record that the event is about.'),
  });
}

function dataOf(event: Event) {
  const data = Object.entries(event === TEST_EVENT ? TEST_DATA : PAYLOADS[event].data);
  const shape = Object.fromEntries(data.map(([name, { shape }]) => [name, shape]));
  const example = Object.fromEntries(data.map(([name, { example }]) => [name, example]));
  return z.strictObject(shape).meta({ examples: [example] });
}

/** Returns the callbacks as the `webhooks` of OpenAPI. */
export function callbackItems(schemas: Schemas): Json {
  const items = Object.keys(DEFINITIONS).map((event) => [
    event,
    { post: callbackOperation(event as Event, schemas) },
  ]);
  return Object.fromEntries(items);
}

function callbackOperation(event: Event, schemas: Schemas): Json {
  const schema = schemas.of(callbackBody(event), 'output') as { properties: Record<string, Json> };
  // `return.created` is about a Return.
  describeBy(
    event.replace(/^(.)(\w*).*/, (_match, first: string, rest: string) => first.toUpperCase() + rest),
    schema.properties.data!,
  );
  return {
    operationId: `on${event.replace(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase())}`,
    summary: event,
    description: `${DEFINITIONS[event].when}.`,
    tags: ['Callbacks'],
    security: [],
    parameters: CALLBACK_PARAMETERS.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: schemas.exampleOf(schema) } },
    },
    responses: {
      '2XX': {
        description: `Received. Any other status, or no response within ${WEBHOOK_DEFAULTS.timeoutMs / 1_000} seconds, is a failure and is retried.`,
      },
    },
  };
}
