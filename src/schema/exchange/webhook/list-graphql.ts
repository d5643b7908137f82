import { Prisma } from '../../../generated/prisma/client.ts';
import { builder } from '../../core/builder/builder.ts';
import { CONNECTION_PATHS, connectionOf } from '../../core/list/connection.ts';
import { connectionType, CreationOrder, filteredArgs, pageArgs, pageType } from '../../core/list/graphql.ts';
import { BY_CREATION } from '../../core/list/order.ts';
import { PAGE_PATHS, pageOf } from '../../core/list/page.ts';
import type { List } from '../../core/list/source.ts';
import { byId } from '../../core/context.ts';
import { filterType } from '../../core/list/filters-graphql.ts';
import { costing } from '../../core/list/list-size.ts';
import { lastFailureOf } from './last-failure.ts';
import { isWebhookId } from '../../core/noun/webhook-id.ts';
import { MESSAGE_FILTERS, WEBHOOK_FILTERS } from './filters.ts';
import { Webhook } from './graphql.ts';
import { Message } from './message-graphql.ts';

const READ = { scope: 'webhooks:read' } as const;

const WEBHOOKS = {
  model: 'WebhookSubscription',
  orders: BY_CREATION,
  filters: WEBHOOK_FILTERS,
} satisfies List;

const MESSAGE_LIST = {
  model: 'WebhookMessage',
  orders: BY_CREATION,
  filters: MESSAGE_FILTERS,
} satisfies List;

const WebhookConnection = connectionType('Webhook', Webhook, { scope: 'webhooks:read' });
const WebhookPage = pageType('WebhookPage', Webhook, 'webhooks:read');
const MessageConnection = connectionType('WebhookMessage', Message, { scope: 'webhooks:read' });
const MessageFilter = filterType(MESSAGE_FILTERS);
const MessagePage = pageType('WebhookMessagePage', Message, 'webhooks:read');

builder.queryFields((t) => ({
  webhooks: t.fieldWithSelection({
    type: WebhookConnection,
    description: 'Lists webhooks by cursor.',
    paths: CONNECTION_PATHS,
    authScopes: READ,
    args: filteredArgs(filterType(WEBHOOK_FILTERS), CreationOrder, 'CREATED_DESC'),
    resolve: (selection, _root, args, context, info) =>
      connectionOf(WEBHOOKS, { args, context, info, selection }),
  }),
  webhookPage: t.fieldWithSelection({
    type: WebhookPage,
    paths: PAGE_PATHS,
    description: 'Lists webhooks by numbered pages.',
    authScopes: READ,
    args: pageArgs,
    resolve: (selection, _root, args, context, info) => pageOf(WEBHOOKS, { args, context, info, selection }),
  }),
  webhookMessagePage: t.fieldWithSelection({
    type: MessagePage,
    paths: PAGE_PATHS,
    nullable: true,
    description: 'Lists the messages of a webhook by numbered pages; null if there is no such webhook.',
    authScopes: READ,
    args: {
      webhook: t.arg.id({ required: true, description: 'The `id` of the webhook.' }),
      ...pageArgs,
      filter: t.arg({ type: MessageFilter }),
    },
    resolve: async (selection, _root, { webhook, ...args }, context, info) => {
      const found = await context.db.webhookSubscription.findUnique({
        ...byId(context, webhook),
        select: { id: true },
      });
      if (!found) return null;
      return pageOf(MESSAGE_LIST, {
        args,
        context,
        info,
        selection,
        parent: { id: found.id, within: isOfWebhook },
      });
    },
  }),
}));

builder.prismaObjectField(Webhook, 'messages', (t) =>
  t.fieldWithSelection({
    type: MessageConnection,
    paths: CONNECTION_PATHS,
    description: 'Messages that were or will be sent to the webhook.',
    authScopes: READ,
    args: filteredArgs(MessageFilter, CreationOrder, 'CREATED_DESC'),
    resolve: (selection, { id }, args, context, info) =>
      connectionOf(MESSAGE_LIST, { args, context, info, selection, parent: { id, within: isOfWebhook } }),
  }),
);

builder.prismaObjectField(Webhook, 'message', (t) =>
  t.fieldWithSelection({
    type: Message,
    nullable: true,
    description: 'Returns one message of the webhook.',
    authScopes: READ,
    args: { id: t.arg.id({ required: true, description: 'The webhook-id header of the message.' }) },
    resolve: (query, { accountId, id }, { id: webhookId }, { db }) =>
      isWebhookId(webhookId)
        ? db.webhookMessage.findFirst({ ...query, where: { accountId, subscriptionId: id, webhookId } })
        : null,
  }),
);

builder.prismaObjectField(Webhook, 'lastFailure', (t) =>
  t.fieldWithSelection({
    type: Message,
    nullable: true,
    description:
      'The message whose attempt failed last, while the webhook fails or is deactivated. Null otherwise, or if a thousand messages were created since.',
    authScopes: READ,
    select: { accountId: true, id: true, consecutiveFailures: true },
    resolve: async (query, { accountId, id, consecutiveFailures }, _args, context) => {
      const messageId = consecutiveFailures > 0 ? await lastFailureOf(context, id) : undefined;
      return messageId === undefined
        ? null
        : context.db.webhookMessage.findUnique({
            ...query,
            where: { accountId_id: { accountId, id: messageId } },
          });
    },
    ...costing(20),
  }),
);

/** Returns the condition that ties messages to the webhook with this id. */
function isOfWebhook({ id }: { id: Prisma.Sql }): Prisma.Sql {
  return Prisma.sql`subscription_id = ${id}`;
}
