import { z } from 'zod';
import type {
  WebhookFragment,
  WebhookMessageFragment,
  WebhookMessageStatus,
  WebhookStatus,
} from '../../generated/operations.ts';
import { EVENT_TYPES, TEST_EVENT } from '../../schema/event/types.ts';
import { MAX_EVENTS, TOO_MANY_EVENTS } from '../../schema/event/event-rules.ts';
import { lengthFirst, longText, recordId } from '../../schema/rules.ts';
import { MAX_URL } from '../../schema/webhook/callback-url.ts';
import { MESSAGE_STATUSES, WEBHOOK_STATUSES } from '../../schema/webhook/statuses.ts';
import { time } from '../../schema/values.ts';

/** The id of a message in examples. */
export const EXAMPLE_MESSAGE = 'msg_2b7f6a0e9c5d4e1f8a3b6c7d9e0f1a2b';

const EXAMPLE = {
  id: 3,
  url: 'https://hooks.example.com/provender',
  events: ['delivery.completed', 'return.created'],
  description: null,
  status: 'active',
  consecutive_failures: 0,
  created_at: '2099-11-20T09:30:00.000Z',
  deactivated_at: null,
  deactivation_reason: null,
};

/** A webhook as REST shows it. */
export const Webhook = z
  .strictObject({
    id: recordId,
    url: z.url(),
    events: z.array(z.enum(EVENT_TYPES)),
    description: z.string().nullable(),
    status: z.enum(WEBHOOK_STATUSES),
    consecutive_failures: z.int().min(0),
    created_at: time,
    deactivated_at: time.nullable(),
    deactivation_reason: z.string().nullable(),
  })
  .meta({ id: 'Webhook', examples: [EXAMPLE] });

/** The response of creation and rotation. */
export const WebhookWithSecret = Webhook.extend({
  secret: z.string().describe('The secret that signs callbacks. Shown only this once.'),
}).meta({
  id: 'WebhookWithSecret',
  description: 'A webhook with its secret.',
  examples: [{ ...EXAMPLE, secret: 'whsec_3dM6wVqYb1zJkq0x1o9mQm1Z2c5yUeR8tHn4sLfXvPA=' }],
});

/** The response of a test. */
export const TestedWebhook = Webhook.extend({
  message_id: z.string().describe('The `webhook-id` of the test event, to find it in the list of messages.'),
}).meta({
  id: 'TestedWebhook',
  description: 'A webhook that a test event is sent to.',
  examples: [{ ...EXAMPLE, message_id: EXAMPLE_MESSAGE }],
});

export const DeletedWebhook = z
  .strictObject({
    id: recordId.describe('The number of the webhook.'),
    deleted: z.literal(true).describe('Always true.'),
  })
  .meta({ id: 'DeletedWebhook', examples: [{ id: 3, deleted: true }] });

export const RecoveredMessages = z
  .strictObject({ count: z.int().min(0).describe('The number of messages that are sent again.') })
  .meta({ id: 'RecoveredMessages', examples: [{ count: 12 }] });

const Attempt = z.strictObject({
  attempted_at: time,
  status_code: z.int().nullable(),
  duration_ms: z.int().min(0),
  error: z.string().nullable(),
  response_excerpt: z.string().nullable(),
});

/** A message with its attempts, as REST shows it. */
export const WebhookMessage = z
  .strictObject({
    id: z.string().describe('The `webhook-id` header, the same in all attempts.'),
    event: z.enum([...EVENT_TYPES, TEST_EVENT]),
    status: z.enum(MESSAGE_STATUSES),
    attempts: z.array(Attempt),
    next_attempt_at: time.nullable(),
    created_at: time,
  })
  .meta({
    id: 'WebhookMessage',
    examples: [
      {
        id: EXAMPLE_MESSAGE,
        event: 'delivery.completed',
        status: 'succeeded',
        attempts: [
          {
            attempted_at: '2099-12-01T08:12:00.120Z',
            status_code: 204,
            duration_ms: 38,
            error: null,
            response_excerpt: '',
          },
        ],
        next_attempt_at: null,
        created_at: '2099-12-01T08:12:00.000Z',
      },
    ],
  });

// Whether private URLs are allowed depends on the configuration: the domain checks that.
const fields = {
  url: z.string('must be a string').meta({
    format: 'uri',
    pattern: '^[Hh][Tt][Tt][Pp][Ss]://[^\\s\\x00]+$',
    maxLength: MAX_URL,
  }),
  events: lengthFirst(
    z.array(z.string('must be a string').meta({ enum: [...EVENT_TYPES] }), 'must be an array of event names'),
    MAX_EVENTS,
    TOO_MANY_EVENTS,
  ).meta({ minItems: 1, description: 'The events to subscribe to.' }),
  description: longText.nullish(),
};

export const WebhookInput = z.strictObject(fields).meta({
  id: 'WebhookInput',
  examples: [
    {
      url: 'https://hooks.example.com/provender',
      events: ['delivery.completed', 'return.created'],
      description: 'Warehouse',
    },
  ],
});

export const WebhookUpdate = z
  .strictObject({
    url: fields.url.nullish(),
    events: fields.events.nullish(),
    description: fields.description,
  })
  .meta({ id: 'WebhookUpdate', minProperties: 1, examples: [{ events: ['delivery.completed'] }] });

export const RecoverInput = z
  .strictObject({
    since: z
      .string('must be a string')
      .meta({
        format: 'date-time',
        description: 'From when on to send messages again; all stored messages by default.',
      })
      .nullish(),
  })
  .meta({ id: 'RecoverInput', examples: [{ since: '2026-11-20T00:00:00Z' }] });

export function toWebhook(webhook: WebhookFragment): z.output<typeof Webhook> {
  return {
    id: Number(webhook.id),
    url: webhook.url,
    events: webhook.events as (typeof EVENT_TYPES)[number][],
    description: webhook.description,
    status: webhook.status.toLowerCase() as Lowercase<WebhookStatus>,
    consecutive_failures: webhook.consecutiveFailures,
    created_at: webhook.createdAt,
    deactivated_at: webhook.deactivatedAt,
    deactivation_reason: webhook.deactivationReason,
  };
}

export function toMessage(message: WebhookMessageFragment): z.output<typeof WebhookMessage> {
  return {
    id: message.id,
    event: message.event as z.output<typeof WebhookMessage>['event'],
    status: message.status.toLowerCase() as Lowercase<WebhookMessageStatus>,
    attempts: message.attempts.map((attempt) => ({
      attempted_at: attempt.attemptedAt,
      status_code: attempt.statusCode,
      duration_ms: attempt.durationMs,
      error: attempt.error,
      response_excerpt: attempt.responseExcerpt,
    })),
    next_attempt_at: message.nextAttemptAt,
    created_at: message.createdAt,
  };
}
