import { z } from 'zod';
import { ToolWebhookHealthDocument } from '../generated/operations.ts';
import { WEBHOOK_FILTERS } from '../schema/exchange/webhook/filters.ts';
import { listTool } from './list-tool.ts';
import { TOOL_RECORDS } from './records.ts';

const { Webhook: WEBHOOK, WebhookMessage: MESSAGE } = TOOL_RECORDS;

/** A webhook with its failures and its latest messages. */
interface Health {
  deactivatesAfter: number;
  deactivationError: string | null;
  messages: { nodes: unknown[] };
}

export const webhookTools = [
  listTool({
    name: 'webhook_health',
    title: 'Health of webhooks',
    description:
      'Lists webhooks with consecutive failures, why they were deactivated, and their three latest messages with attempts.',
    scopes: ['webhooks:read'],
    list: 'webhooks',
    filters: WEBHOOK_FILTERS,
    operation: ToolWebhookHealthDocument,
    item: {
      schema: WEBHOOK.schema.extend({
        deactivates_after: z.int(),
        deactivation_error: z.string().nullable(),
        messages: z.array(MESSAGE.schema),
      }),
      toShown(data) {
        const { deactivatesAfter, deactivationError, messages } = data as Health;
        return {
          ...WEBHOOK.toShown(data),
          deactivates_after: deactivatesAfter,
          deactivation_error: deactivationError,
          messages: messages.nodes.map(MESSAGE.toShown),
        };
      },
    },
    inner: 'messages',
  }),
];
