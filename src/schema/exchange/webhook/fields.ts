import { z } from 'zod';
import { WEBHOOK_DEFAULTS } from '../../../config.ts';
import { TOO_MANY_EVENTS } from '../live-event/event-rules.ts';
import { EVENT_TYPES, TEST_EVENT } from '../../core/event/events.ts';
import { type Fields, OUT } from '../../core/noun/fields.ts';
import { enumOf, ID, INTEGER, TEXT, TEXTS, TIME } from '../../core/noun/kinds.ts';
import { inputs } from '../../core/noun/inputs.ts';
import { listOf } from '../../core/noun/list-of.ts';
import { lengthFirst, longText } from '../../core/noun/rules.ts';
import { MAX_EVENTS, MAX_MESSAGE_ATTEMPTS, MAX_URL } from '../limits.ts';

/** Whether callbacks are sent to a webhook. */
const WEBHOOK_STATUS = enumOf('WebhookStatus', 'Whether callbacks are sent to a webhook.', {
  active: 'Callbacks are sent.',
  deactivated: 'No callbacks are sent until the webhook is enabled again.',
});
/** The delivery status of a message. */
export const MESSAGE_STATUS = enumOf('WebhookMessageStatus', 'The delivery status of a message.', {
  pending: 'Not sent yet, or waiting for the next attempt.',
  succeeded: 'The endpoint responded with 2xx.',
  failed: 'All attempts failed.',
  cancelled: 'Not sent, because the webhook was deactivated.',
});

const events = lengthFirst(
  z.array(z.string('must be a string').meta({ enum: [...EVENT_TYPES] }), 'must be an array of event names'),
  MAX_EVENTS,
  TOO_MANY_EVENTS,
).meta({ minItems: 1 });

/** The rule of the form of a URL. Verbs check whether the configuration allows private addresses. */
const url = z
  .string('must be a string')
  .meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]://\\S+$', maxLength: MAX_URL })
  .register(inputs, { as: 'url' });

export const WEBHOOK_FIELDS = {
  id: { kind: ID, in: OUT, example: 3 },
  url: {
    kind: TEXT,
    rule: url,
    shown: z.url(),
    is: 'where callbacks are sent',
    inputIs: 'where to send callbacks: an https URL with a public host',
    changeIs: 'where to send callbacks from now on',
    limits: '',
    hint: `Must accept POST requests with a JSON body and return 2xx within ${WEBHOOK_DEFAULTS.timeoutMs / 1_000} seconds. After ${WEBHOOK_DEFAULTS.disableAfter} failed attempts in a row the webhook is deactivated`,
    example: 'https://hooks.example.com/provender',
  },
  events: {
    kind: TEXTS,
    rule: events,
    shown: z.array(z.enum(EVENT_TYPES)),
    is: 'the events that the webhook is subscribed to, such as `delivery.completed`',
    inputIs: 'the events to subscribe to',
    inputNote: 'See `eventTypes` for the values.',
    changeIs: 'the events to subscribe to from now on',
    restIs: 'the events to subscribe to',
    example: ['delivery.completed', 'return.created'],
  },
  description: {
    kind: TEXT,
    rule: longText,
    isOptional: true,
    isClearable: true,
    is: 'what the webhook is for',
    example: 'Warehouse',
  },
  status: { kind: WEBHOOK_STATUS, in: OUT, is: 'whether callbacks are sent', example: 'active' },
  consecutiveFailures: {
    kind: INTEGER,
    shown: z.int().min(0),
    in: OUT,
    is: 'the number of callbacks in a row that failed',
    note: 'A success resets it to 0.',
    example: 0,
  },
  createdAt: { kind: TIME, in: OUT, example: '2099-11-20T09:30:00.000Z' },
  deactivatedAt: {
    kind: TIME,
    in: OUT,
    isOptional: true,
    is: 'when the webhook was deactivated; null while it is active',
    example: null,
  },
  deactivationError: {
    kind: TEXT,
    in: OUT,
    restIn: [],
    isOptional: true,
    is: 'the `error` of the attempt that deactivated the webhook; null while it is active',
    example: null,
  },
  deactivationReason: {
    kind: TEXT,
    in: OUT,
    isOptional: true,
    isComputed: true,
    is: 'why the webhook was deactivated; null while it is active',
    example: null,
  },
} as const satisfies Fields;

export const ATTEMPT_FIELDS = {
  attemptedAt: { kind: TIME, in: OUT, is: 'when the attempt began', example: '2099-12-01T08:12:00.120Z' },
  statusCode: {
    kind: INTEGER,
    in: OUT,
    isOptional: true,
    is: 'the HTTP status of the response; null when there was none',
    example: 204,
  },
  durationMs: {
    kind: INTEGER,
    shown: z.int().min(0),
    in: OUT,
    is: 'how long the attempt took, in milliseconds',
    example: 38,
  },
  error: {
    kind: TEXT,
    in: OUT,
    isOptional: true,
    is: 'why the attempt failed; null if it succeeded',
    example: null,
  },
  responseExcerpt: {
    kind: TEXT,
    in: OUT,
    isOptional: true,
    isComputed: true,
    is: 'the first 4 KiB of the response body; null when there was none',
    example: '',
  },
} as const satisfies Fields;

/** The list of attempts in a message. */
export const ATTEMPTS = { type: 'WebhookAttempt', max: MAX_MESSAGE_ATTEMPTS, tooMany: '' };

export const MESSAGE_FIELDS = {
  id: {
    kind: TEXT,
    shown: z.string().describe('The `webhook-id` header, the same in all attempts.'),
    in: OUT,
    isComputed: true,
    is: 'the webhook-id header, the same in all attempts',
    example: 'msg_2b7f6a0e9c5d4e1f8a3b6c7d9e0f1a2b',
  },
  event: {
    kind: TEXT,
    shown: z.enum([...EVENT_TYPES, TEST_EVENT]),
    in: OUT,
    isComputed: true,
    is: 'the type of the event, such as `delivery.completed`',
    example: 'delivery.completed',
  },
  status: { kind: MESSAGE_STATUS, in: OUT, is: 'whether the message was received', example: 'succeeded' },
  attempts: {
    kind: listOf(ATTEMPT_FIELDS, ATTEMPTS),
    in: OUT,
    isComputed: true,
    is: 'all attempts of the last 30 days, oldest first',
  },
  nextAttemptAt: {
    kind: TIME,
    in: OUT,
    isOptional: true,
    is: 'when the next attempt is due; null when there is none',
    example: null,
  },
  createdAt: { kind: TIME, in: OUT, example: '2099-12-01T08:12:00.000Z' },
  data: {
    kind: TEXT,
    shown: z.record(z.string(), z.unknown()),
    in: OUT,
    restIn: ['full'],
    isComputed: true,
    is: 'the `data` of the callback',
    note: 'Needs the read scope of the resource that the event is about.',
    example: {
      delivery_id: 4711,
      supermarket_name: 'Oakfield Stores',
      subchain_name: 'Oakfield West',
      total_value: 41.88,
      completed_at: '2099-12-01T08:12:00.000Z',
    },
  },
} as const satisfies Fields;
