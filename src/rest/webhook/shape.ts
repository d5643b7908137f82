import { z } from 'zod';
import { OUT } from '../../schema/core/noun/fields.ts';
import { BOOLEAN, ID, INTEGER, TEXT } from '../../schema/core/noun/kinds.ts';
import { MESSAGE_FIELDS, WEBHOOK_FIELDS } from '../../schema/exchange/webhook/fields.ts';
import { body, changesBody, restRecord } from '../shape.ts';

/** The id of a message in examples. */
export const EXAMPLE_MESSAGE = MESSAGE_FIELDS.id.example;

const WEBHOOK_REST_FIELDS = {
  ...WEBHOOK_FIELDS,
  description: { ...WEBHOOK_FIELDS.description, example: null },
};

export const WebhookShape = restRecord('Webhook', WEBHOOK_REST_FIELDS);
export const WebhookMessage = restRecord('WebhookMessage', MESSAGE_FIELDS);

/** The response of creation and rotation. */
export const WebhookWithSecret = restRecord(
  'WebhookWithSecret',
  {
    ...WEBHOOK_REST_FIELDS,
    secret: {
      kind: TEXT,
      shown: z.string().describe('The secret that signs callbacks. Shown only this once.'),
      in: OUT,
      example: 'whsec_3dM6wVqYb1zJkq0x1o9mQm1Z2c5yUeR8tHn4sLfXvPA=',
    },
  },
  { type: 'Webhook', description: 'A webhook with its secret.' },
);

/** The response of a test. */
export const TestedWebhook = restRecord(
  'TestedWebhook',
  {
    ...WEBHOOK_REST_FIELDS,
    messageId: {
      kind: TEXT,
      shown: z.string().describe('The `webhook-id` of the test event, to find it in the list of messages.'),
      in: OUT,
      example: EXAMPLE_MESSAGE,
    },
  },
  { type: 'Webhook', description: 'A webhook that a test event is sent to.' },
);

/** The response of enabling. */
export const EnabledWebhook = restRecord(
  'EnabledWebhook',
  {
    ...WEBHOOK_REST_FIELDS,
    recovered: {
      kind: INTEGER,
      shown: z
        .int()
        .min(0)
        .optional()
        .describe('The number of missed messages that are sent. Only with `recover`.'),
      in: OUT,
      example: 12,
    },
  },
  { type: 'Webhook', description: 'A webhook that was enabled.' },
);

export const DeletedWebhook = restRecord('DeletedWebhook', {
  id: { kind: ID, shown: ID.shown.describe('The number of the webhook.'), in: OUT, example: 3 },
  deleted: { kind: BOOLEAN, shown: z.literal(true).describe('Always true.'), in: OUT, example: true },
});

export const RecoveredMessages = restRecord('RecoveredMessages', {
  count: {
    kind: INTEGER,
    shown: z.int().min(0).describe('The number of messages that are sent again.'),
    in: OUT,
    example: 12,
  },
});

export const WebhookInput = body('WebhookInput', WEBHOOK_FIELDS, 'CreateWebhookInput');
export const WebhookUpdate = changesBody('WebhookUpdate', WEBHOOK_FIELDS, 'UpdateWebhookInput', {
  events: ['delivery.completed'],
});

export const EnableInput = body('EnableInput', {
  recover: {
    kind: BOOLEAN,
    isOptional: true,
    restIs: 'whether to send what was missed since a day before the webhook was deactivated (default false)',
    example: true,
  },
} as const);

export const RecoverInput = body('RecoverInput', {
  since: {
    kind: TEXT,
    rule: z.string('must be a string').meta({ format: 'date-time' }),
    isOptional: true,
    restIs: 'from when on to send messages again; all stored messages by default',
    example: '2026-11-20T00:00:00Z',
  },
} as const);
