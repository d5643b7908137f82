import { z } from 'zod';
import {
  CreateWebhookDocument,
  DeleteWebhookDocument,
  EnableWebhookDocument,
  RecoverWebhookMessagesDocument,
  ResendWebhookMessageDocument,
  RotateWebhookSecretDocument,
  TestWebhookDocument,
  UpdateWebhookDocument,
  WebhookDocument,
  type WebhookFragment,
  type WebhookMessageFragment,
  WebhookMessagesDocument,
  WebhooksDocument,
} from '../../generated/operations.ts';
import { pageOf, pageQuery } from '../pagination.ts';
import { route } from '../route.ts';

const NO_FIELDS = z.strictObject({});

// Whether a URL may be private depends on the configuration: the domain checks what these let through.
const fields = {
  url: z.string('must be a string'),
  events: z.array(z.string('must be a string'), 'must be an array of event names'),
  description: z.string('must be a string').nullish(),
};

export const webhookRoutes = [
  route({
    method: 'get',
    path: '/webhooks',
    scope: 'webhooks:read',
    query: pageQuery({}),
    operation: WebhooksDocument,
    variables: ({ query }) => ({ page: query.page, perPage: query.per_page }),
    output: ({ webhooks }) => pageOf(webhooks, toWebhook),
  }),
  route({
    method: 'post',
    path: '/webhooks',
    scope: 'webhooks:write',
    status: 201,
    body: z.strictObject(fields),
    operation: CreateWebhookDocument,
    variables: ({ body }) => ({ input: body }),
    output: ({ createWebhook: { webhook, secret } }) => ({ data: { ...toWebhook(webhook), secret } }),
  }),
  route({
    method: 'get',
    path: '/webhooks/:webhook_id',
    scope: 'webhooks:read',
    operation: WebhookDocument,
    variables: ({ ids: [id] }) => ({ id }),
    output: ({ webhook }) => webhook && { data: toWebhook(webhook) },
  }),
  route({
    method: 'patch',
    path: '/webhooks/:webhook_id',
    scope: 'webhooks:write',
    body: z.strictObject({
      url: fields.url.nullish(),
      events: fields.events.nullish(),
      description: fields.description,
    }),
    operation: UpdateWebhookDocument,
    variables: ({ ids: [id], body }) => ({ id, input: body }),
    output: ({ updateWebhook }) => ({ data: toWebhook(updateWebhook) }),
  }),
  route({
    method: 'delete',
    path: '/webhooks/:webhook_id',
    scope: 'webhooks:write',
    operation: DeleteWebhookDocument,
    variables: ({ ids: [id] }) => ({ id }),
    output: ({ deleteWebhook }) => ({ data: { id: Number(deleteWebhook), deleted: true } }),
  }),
  route({
    method: 'post',
    path: '/webhooks/:webhook_id/enable',
    scope: 'webhooks:write',
    body: NO_FIELDS,
    isBodyOptional: true,
    operation: EnableWebhookDocument,
    variables: ({ ids: [id] }) => ({ id }),
    output: ({ enableWebhook }) => ({ data: toWebhook(enableWebhook) }),
  }),
  route({
    method: 'post',
    path: '/webhooks/:webhook_id/rotate-secret',
    scope: 'webhooks:write',
    body: NO_FIELDS,
    isBodyOptional: true,
    operation: RotateWebhookSecretDocument,
    variables: ({ ids: [id] }) => ({ id }),
    output: ({ rotateWebhookSecret: { webhook, secret } }) => ({ data: { ...toWebhook(webhook), secret } }),
  }),
  route({
    method: 'post',
    path: '/webhooks/:webhook_id/test',
    scope: 'webhooks:write',
    body: NO_FIELDS,
    isBodyOptional: true,
    operation: TestWebhookDocument,
    variables: ({ ids: [id] }) => ({ id }),
    output: ({ testWebhook }) => ({ data: toWebhook(testWebhook) }),
  }),
  route({
    method: 'post',
    path: '/webhooks/:webhook_id/recover',
    scope: 'webhooks:write',
    body: z.strictObject({ since: z.string('must be a string').nullish() }),
    isBodyOptional: true,
    operation: RecoverWebhookMessagesDocument,
    variables: ({ ids: [id], body }) => ({ id, since: body.since }),
    output: ({ recoverWebhookMessages }) => ({ data: { count: recoverWebhookMessages } }),
  }),
  route({
    method: 'get',
    path: '/webhooks/:webhook_id/deliveries',
    scope: 'webhooks:read',
    query: pageQuery({}),
    operation: WebhookMessagesDocument,
    variables: ({ ids: [id], query }) => ({ id, page: query.page, perPage: query.per_page }),
    output: ({ webhookMessages }) => webhookMessages && pageOf(webhookMessages, toMessage),
  }),
  route({
    method: 'post',
    path: '/webhooks/:webhook_id/deliveries/:delivery_id/resend',
    scope: 'webhooks:write',
    body: NO_FIELDS,
    isBodyOptional: true,
    operation: ResendWebhookMessageDocument,
    variables: ({ ids: [webhook, message] }) => ({ webhook, message }),
    output: ({ resendWebhookMessage }) => ({ data: toMessage(resendWebhookMessage) }),
  }),
];

/** A subscription as contract §3 lists its fields. */
function toWebhook(webhook: WebhookFragment) {
  return {
    id: Number(webhook.id),
    url: webhook.url,
    events: webhook.events,
    description: webhook.description,
    status: webhook.status.toLowerCase(),
    consecutive_failures: webhook.consecutiveFailures,
    created_at: webhook.createdAt,
    deactivated_at: webhook.deactivatedAt,
    deactivation_reason: webhook.deactivationReason,
  };
}

/** A message with its attempts, as contract §3 lists their fields. */
function toMessage(message: WebhookMessageFragment) {
  return {
    id: message.id,
    event: message.event,
    status: message.status.toLowerCase(),
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
