import { z } from 'zod';
import { ToolWebhookHealthDocument } from '../generated/operations.ts';
import { listOf } from '../schema/list-of.ts';
import { ATTEMPT_FIELDS, ATTEMPTS, MESSAGE_FIELDS, WEBHOOK_FIELDS } from '../schema/webhook/fields.ts';
import { WEBHOOK_FILTERS } from '../schema/webhook/filters.ts';
import { listTool } from './list-tool.ts';
import { shownAs } from './shown.ts';

const WEBHOOK = shownAs(WEBHOOK_FIELDS, ['description']);
// What endpoints respond is long, and written by others.
const { responseExcerpt: _, ...ATTEMPT } = ATTEMPT_FIELDS;
const attempts = { ...MESSAGE_FIELDS.attempts, kind: listOf(ATTEMPT, ATTEMPTS) };
const MESSAGE = shownAs({ ...MESSAGE_FIELDS, attempts });

/** A webhook with what its endpoint did lately. */
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
