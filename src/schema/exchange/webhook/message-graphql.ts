import type { Query } from '../../../database/direct/selection.ts';
import { builder } from '../../core/builder/builder.ts';
import { byId, callerOf, type Context } from '../../core/context.ts';
import { exposed } from '../../core/builder/fields-graphql.ts';
import { describedAs } from '../../core/noun/fields.ts';
import { notFound } from '../../core/errors.ts';
import { asNode } from '../../core/node/graphql.ts';
import { parseEventBody } from '../../core/event/event-body.ts';
import { recordIdIn, requireReadScopes } from '../live-event/event-rules.ts';
import { costing, embedded } from '../../core/list/list-size.ts';
import { MAX_MESSAGE_ATTEMPTS } from '../limits.ts';
import { ATTEMPT_FIELDS, MESSAGE_FIELDS } from './fields.ts';
import { findWebhook, Webhook } from './graphql.ts';
import { recoverMessages } from './recover-messages.ts';
import { resendMessage } from './resend-message.ts';
import { sendTest, type SentTest } from './send-test.ts';

const WRITE = { scope: 'webhooks:write' } as const;
const EITHER = { resource: 'webhooks' } as const;

const Attempt = builder.prismaObject('WebhookAttempt', {
  description: 'An attempt to send a message.',
  authScopes: EITHER,
  fields: (t) => ({
    ...exposed(t, ATTEMPT_FIELDS),
    responseExcerpt: t.exposeString('responseExcerpt', {
      nullable: true,
      description: describedAs(ATTEMPT_FIELDS.responseExcerpt),
      // Serializing the field takes as long as a hundred others.
      ...costing(0.2),
    }),
  }),
});

export const Message = builder.prismaObject('WebhookMessage', {
  ...asNode('WebhookMessage'),
  description: 'An event that is sent to a webhook.',
  authScopes: EITHER,
  fields: (t) => ({
    id: t.id({
      description: describedAs(MESSAGE_FIELDS.id),
      select: { webhookId: true },
      resolve: ({ webhookId }) => webhookId,
    }),
    ...exposed(t, MESSAGE_FIELDS),
    event: t.string({
      description: describedAs(MESSAGE_FIELDS.event),
      select: { event: { select: { type: true } } },
      resolve: ({ event }) => event.type,
    }),
    recordId: t.id({
      nullable: true,
      description:
        'The `id` of the delivery, return or product that the event is about. Null without the read scope of its resource, and for a test event.',
      select: { event: { select: { type: true, body: true } } },
      resolve: ({ event }, _args, context) => recordIdIn(event.body, event.type, callerOf(context)),
    }),
    body: t.string({
      description:
        'The request body, byte for byte. Needs the read scope of the resource that the event is about.',
      select: { event: { select: { type: true, body: true } } },
      resolve: ({ event }, _args, context) => {
        requireReadScopes(callerOf(context), [event.type]);
        return event.body;
      },
    }),
    data: t.field({
      type: 'JSON',
      description: describedAs(MESSAGE_FIELDS.data),
      select: { event: { select: { type: true, body: true } } },
      resolve: ({ event }, _args, context) => {
        requireReadScopes(callerOf(context), [event.type]);
        return parseEventBody(event.body).data;
      },
    }),
    attempts: t.relation('attempts', {
      description: describedAs(MESSAGE_FIELDS.attempts),
      ...embedded(MAX_MESSAGE_ATTEMPTS),
      type: Attempt,
      query: { orderBy: { id: 'asc' } },
    }),
  }),
});

const WebhookTest = builder.objectRef<SentTest>('WebhookTest').implement({
  description: 'A test event that is being sent to a webhook.',
  authScopes: EITHER,
  fields: (t) => ({
    webhook: t.fieldWithSelection({
      type: Webhook,
      description: 'The webhook that is tested.',
      resolve: (query, { subscription }, _args, context) => findWebhook(query, subscription, context),
    }),
    message: t.fieldWithSelection({
      type: Message,
      description: 'The message that carries the test event.',
      resolve: (query, { message }, _args, context) => findMessage(query, message, context),
    }),
  }),
});

builder.mutationFields((t) => ({
  sendWebhookTest: t.field({
    type: WebhookTest,
    description: 'Sends the event webhook.test to one webhook.',
    authScopes: WRITE,
    args: { id: t.arg.id({ required: true, description: 'The webhook to test.' }) },
    audit: { done: 'webhook.tested', details: ({ id }) => ({ webhook: id }) },
    resolve: (_root, { id }, context) => sendTest(context, id),
  }),
  resendWebhookMessage: t.fieldWithSelection({
    type: Message,
    description: 'Sends one message again.',
    authScopes: WRITE,
    args: {
      webhook: t.arg.id({ required: true, description: 'The `id` of the webhook.' }),
      message: t.arg.id({ required: true, description: 'The webhook-id header of the message.' }),
    },
    audit: { done: 'webhook.message_resent', details: ({ webhook, message }) => ({ webhook, message }) },
    resolve: async (query, _root, { webhook, message }, context) =>
      findMessage(query, await resendMessage(context, webhook, message), context),
  }),
  recoverWebhookMessages: t.int({
    description:
      'Sends failed and missed messages again. Returns how many were found within half a second; the rest follows.',
    authScopes: WRITE,
    args: {
      id: t.arg.id({ required: true, description: 'The `id` of the webhook.' }),
      since: t.arg({
        type: 'DateTime',
        description: 'Resends messages from this time on; all stored messages by default.',
      }),
    },
    audit: { done: 'webhook.recovered', details: ({ id }) => ({ webhook: id }) },
    resolve: (_root, { id, since }, context) => recoverMessages(context, id, { since }),
  }),
}));

/**
 * Reads a message after its change; it may have been deleted with its webhook since.
 *
 * @throws AppError `not_found`
 */
async function findMessage(query: Query, id: bigint, context: Context) {
  const message = await context.db.webhookMessage.findUnique({ ...query, ...byId(context, id) });
  if (!message) throw notFound('webhook message');
  return message;
}
