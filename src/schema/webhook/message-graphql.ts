import { relationOf, withSelection } from '@provender/compiled-execution/pothos';
import { builder } from '../builder.ts';
import { byId, callerOf, type Context } from '../context.ts';
import { enumValues } from '../enum-values.ts';
import { notFound } from '../errors.ts';
import { Node } from '../node/graphql.ts';
import { requireReadScopes } from '../event/event-rules.ts';
import { costing, embedded } from '../list-size.ts';
import { findWebhook, Webhook } from './graphql.ts';
import { recoverMessages } from './recover-messages.ts';
import { resendMessage } from './resend-message.ts';
import { sendTest, type SentTest } from './send-test.ts';
import { MESSAGE_STATUSES } from './statuses.ts';

const WRITE = { scope: 'webhooks:write' } as const;
const EITHER = { resource: 'webhooks' } as const;
/** Four scheduled attempts, and those of messages that were sent again. */
const MAX_ATTEMPTS = 100;

const MessageStatus = builder.enumType('WebhookMessageStatus', {
  values: enumValues(MESSAGE_STATUSES),
});

const Attempt = builder.prismaObject('WebhookAttempt', {
  description: 'An attempt to send a message.',
  authScopes: EITHER,
  fields: (t) => ({
    attemptedAt: t.expose('attemptedAt', { type: 'DateTime' }),
    durationMs: t.exposeInt('durationMs'),
    statusCode: t.exposeInt('statusCode', { nullable: true }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Why the attempt failed; null if it succeeded.',
    }),
    responseExcerpt: t.exposeString('responseExcerpt', {
      nullable: true,
      description: 'The first 4 KiB of the response body; null when there was none.',
      // Serializing it takes as long as a hundred other fields.
      ...costing(0.2),
    }),
  }),
});

export const Message = builder.prismaObject('WebhookMessage', {
  interfaces: [Node],
  description: 'An event that is sent to a webhook.',
  authScopes: EITHER,
  fields: (t) => ({
    id: t.id({
      description: 'The webhook-id header, the same in all attempts.',
      select: { webhookId: true },
      resolve: ({ webhookId }) => webhookId,
    }),
    event: t.string({
      select: { event: { select: { type: true } } },
      resolve: ({ event }) => event.type,
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
    status: t.field({ type: MessageStatus, resolve: ({ status }) => status as 'pending' }),
    attempts: t.relation('attempts', {
      extensions: { ...relationOf('attempts'), ...embedded(MAX_ATTEMPTS).extensions },
      type: Attempt,
      query: { orderBy: { id: 'asc' } },
    }),
    nextAttemptAt: t.expose('nextAttemptAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const WebhookTest = builder.objectRef<SentTest>('WebhookTest').implement({
  description: 'A test event that is being sent to a webhook.',
  authScopes: EITHER,
  fields: (t) => ({
    webhook: t.field({
      type: Webhook,
      description: 'The webhook that is tested.',
      resolve: withSelection((query, { subscription }, _args, context) =>
        findWebhook(query, subscription, context),
      ),
    }),
    message: t.field({
      type: Message,
      description: 'The message that carries the test event.',
      resolve: withSelection((query, { message }, _args, context) => findMessage(query, message, context)),
    }),
  }),
});

builder.mutationFields((t) => ({
  sendWebhookTest: t.field({
    type: WebhookTest,
    description: 'Sends the event webhook.test to one webhook.',
    authScopes: WRITE,
    args: { id: t.arg.id({ required: true, description: 'The webhook to test.' }) },
    resolve: (_root, { id }, context) => sendTest(context, id),
  }),
  resendWebhookMessage: t.field({
    type: Message,
    authScopes: WRITE,
    args: { webhook: t.arg.id({ required: true }), message: t.arg.id({ required: true }) },
    resolve: withSelection(async (query, _root, { webhook, message }, context) =>
      findMessage(query, await resendMessage(context, webhook, message), context),
    ),
  }),
  recoverWebhookMessages: t.int({
    description: 'Sends failed and missed messages again. Returns how many.',
    authScopes: WRITE,
    args: { id: t.arg.id({ required: true }), since: t.arg({ type: 'DateTime' }) },
    resolve: (_root, { id, since }, context) => recoverMessages(context, id, { since }),
  }),
}));

/**
 * Reads a message that was just written; it may have been deleted with its webhook since.
 *
 * @throws AppError `not_found`
 */
async function findMessage(query: object, id: bigint, context: Context) {
  const message = await context.db.webhookMessage.findUnique({ ...query, ...byId(context, id) });
  if (!message) throw notFound('webhook message');
  return message;
}
