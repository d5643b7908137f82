import type { Query } from '../../../database/direct/selection.ts';
import { newId } from '../../core/audit/audited-mutations.ts';
import { builder } from '../../core/builder/builder.ts';
import { byId, type Context } from '../../core/context.ts';
import { describedAs } from '../../core/noun/fields.ts';
import { exposed, inputType } from '../../core/builder/fields-graphql.ts';
import { notFound } from '../../core/errors.ts';
import { costing } from '../../core/list/list-size.ts';
import { asNode } from '../../core/node/graphql.ts';
import { EVENT_TYPES } from '../../core/event/events.ts';
import { SECRET_FIELD } from '../../core/secret/secrets-in.ts';
import { IF_MATCH } from '../../core/version/if-match.ts';
import { versionOf } from '../../core/version/version-of.ts';
import { deactivationReason } from './deactivation.ts';
import { countMissed } from './count-missed.ts';
import { createSubscription, type RevealedSubscription } from './create-subscription.ts';
import { deleteSubscription } from './delete-subscription.ts';
import { enableRestored } from './enable-restored.ts';
import { enableSubscription } from './enable-subscription.ts';
import { WEBHOOK_FIELDS } from './fields.ts';
import { rotateSecret } from './rotate-secret.ts';
import { updateSubscription } from './update-subscription.ts';

const READ = { scope: 'webhooks:read' } as const;
const WRITE = { scope: 'webhooks:write' } as const;
const EITHER = { resource: 'webhooks' } as const;
/** The options of a mutation of one webhook. */
const ON_ONE = {
  authScopes: WRITE,
  args: builder.args((t) => ({ id: t.id({ required: true, description: 'The `id` of the webhook.' }) })),
} as const;

export const Webhook = builder.prismaObject('WebhookSubscription', {
  ...asNode('Webhook'),
  description:
    'A subscription to events, sent to a URL. Its secret is returned only when it is created or rotated.',
  authScopes: EITHER,
  fields: (t) => ({
    ...exposed(t, WEBHOOK_FIELDS),
    deactivationReason: t.string({
      nullable: true,
      description: describedAs(WEBHOOK_FIELDS.deactivationReason),
      select: { consecutiveFailures: true, deactivationError: true },
      resolve: deactivationReason,
    }),
    deactivatesAfter: t.int({
      description: 'The number of consecutive failures that deactivates the webhook.',
      resolve: (_webhook, _args, { settings }) => settings.disableWebhooksAfter,
    }),
  }),
});

builder.prismaObjectFields(Webhook, (t) => ({
  missed: t.int({
    nullable: true,
    description:
      'How many messages `enableWebhook` with `recover` would send, counted up to 10,000. Null while the webhook is active.',
    select: { id: true, status: true, deactivatedAt: true },
    resolve: ({ id, status, deactivatedAt }, _args, context) =>
      status === 'active' || !deactivatedAt ? null : countMissed(context, id, deactivatedAt),
    ...costing(20),
  }),
  pausedUntil: t.expose('pausedUntil', {
    type: 'DateTime',
    nullable: true,
    description:
      'Until when messages wait after a failure, apart from retries, tests and resent ones; null or past without a pause.',
  }),
  recovered: t.int({
    nullable: true,
    description:
      'How many missed messages are sent, of those found within half a second; the rest follows. Null except in the result of `enableWebhook` with `recover`.',
    resolve: (webhook) => (webhook as { recovered?: number | null }).recovered ?? null,
  }),
}));

builder.prismaObjectField(Webhook, 'version', (t) =>
  t.string({
    description: 'Opaque; changes with every change of the URL, events and description. See `ifMatch`.',
    select: { id: true },
    resolve: ({ id }, _args, context) => versionOf(context, 'Webhook', id),
  }),
);

const WebhookWithSecretRef = builder.objectRef<RevealedSubscription>('WebhookWithSecret').implement({
  description: 'A webhook together with its secret.',
  authScopes: EITHER,
  fields: (t) => ({
    secret: t.exposeString('secret', {
      description: 'The secret that signs callbacks. It cannot be retrieved again.',
      ...SECRET_FIELD,
    }),
    webhook: t.fieldWithSelection({
      type: Webhook,
      description: 'The webhook.',
      resolve: (query, { id }, _args, context) => findWebhook(query, id, context),
    }),
  }),
});

builder.queryFields((t) => ({
  eventTypes: t.stringList({
    description: 'Returns the events that a webhook can subscribe to.',
    authScopes: READ,
    resolve: () => [...EVENT_TYPES],
  }),
  webhook: t.fieldWithSelection({
    type: Webhook,
    nullable: true,
    description: 'Returns one webhook.',
    authScopes: READ,
    args: { id: t.arg.id({ required: true }) },
    resolve: (query, _root, { id }, context) =>
      context.db.webhookSubscription.findUnique({ ...query, ...byId(context, id) }),
  }),
}));

const CreateWebhookInput = inputType('CreateWebhookInput', WEBHOOK_FIELDS, 'create', 'A new webhook.');
const UpdateWebhookInput = inputType(
  'UpdateWebhookInput',
  WEBHOOK_FIELDS,
  'change',
  'Changes to a webhook. Fields that are left out or null stay as they are.',
);

builder.mutationFields((t) => ({
  createWebhook: t.field({
    type: WebhookWithSecretRef,
    description: 'Creates a webhook and returns its secret, once.',
    authScopes: WRITE,
    args: { input: t.arg({ type: CreateWebhookInput, required: true }) },
    audit: { done: 'webhook.created', details: (_args, webhook) => newId('webhook', webhook) },
    resolve: (_root, { input }, context) => createSubscription(context, input),
  }),
  updateWebhook: t.fieldWithSelection({
    type: Webhook,
    description: 'Changes a webhook.',
    authScopes: WRITE,
    args: {
      id: t.arg.id({ required: true }),
      input: t.arg({ type: UpdateWebhookInput, required: true }),
      ...IF_MATCH,
    },
    audit: {
      done: 'webhook.updated',
      details: ({ id, input }) => ({ webhook: id, changed: Object.keys(input) }),
      state: stateOfWebhook,
    },
    resolve: async (query, _root, { id, input, ifMatch }, context) =>
      findWebhook(query, await updateSubscription(context, id, input, ifMatch), context),
  }),
  deleteWebhook: t.id({
    description: 'Deletes a webhook with its messages and returns its id.',
    ...ON_ONE,
    audit: { left: 'webhook.deleted' },
    resolve: (_root, { id }, context) => deleteSubscription(context, id),
  }),
  enableWebhook: t.fieldWithSelection({
    description: 'Activates a webhook again and resets its consecutive failures.',
    authScopes: WRITE,
    args: {
      id: t.arg.id({ required: true }),
      recover: t.arg.boolean({
        defaultValue: false,
        description: 'Whether to send what was missed since a day before the webhook was deactivated.',
      }),
    },
    type: Webhook,
    audit: {
      done: 'webhook.enabled',
      details: ({ id }, webhook) => {
        const { recovered = null } = webhook as { recovered?: number | null };
        return { webhook: id, ...(recovered !== null && { recovered }) };
      },
      // Reads only the columns that enabling changes, because others can change at the same moment.
      state: async ({ id }, context) =>
        context.db.webhookSubscription.findUnique({ ...byId(context, id), select: ENABLED }),
    },
    resolve: async (query, _root, { id, recover }, context) => {
      const enabled = await enableSubscription(context, id, recover ?? false);
      return { ...(await findWebhook(query, enabled.id, context)), recovered: enabled.recovered };
    },
  }),
  enableRestoredWebhooks: t.int({
    description:
      'Enables what rests since a backup was restored: webhooks, alerts and standing orders. Returns the number of webhooks. While the account rests, it also needs the scope `deliveries:write`.',
    authScopes: WRITE,
    // Only the verb knows whether the account was resting.
    audit: { left: 'webhook.restored_enabled' },
    resolve: (_root, _args, context) => enableRestored(context),
  }),
  rotateWebhookSecret: t.field({
    description: 'Replaces the secret and returns the new one, once.',
    ...ON_ONE,
    type: WebhookWithSecretRef,
    audit: { done: 'webhook.secret_rotated', details: webhookDetails },
    resolve: (_root, { id }, context) => rotateSecret(context, id),
  }),
}));

/** Reads a webhook after its change; it may have been deleted since. @throws AppError `not_found` */
export async function findWebhook(query: Query, id: bigint, context: Context) {
  const webhook = await context.db.webhookSubscription.findUnique({ ...query, ...byId(context, id) });
  if (!webhook) throw notFound('webhook');
  return webhook;
}

/** The columns that enabling a webhook sets. */
const ENABLED = { status: true, consecutiveFailures: true, pausedUntil: true };

/** Returns the columns of a webhook that owners set and see, apart from its secret. */
async function stateOfWebhook({ id }: { id: string }, context: Context): Promise<unknown> {
  return context.db.webhookSubscription.findUnique({
    ...byId(context, id),
    select: { url: true, events: true, description: true },
  });
}

function webhookDetails({ id }: { id: string }) {
  return { webhook: id };
}
