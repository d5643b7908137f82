import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { filtersOf } from '../../core/list/filters.ts';
import { EVENT_TYPES, TEST_EVENT } from '../../core/event/events.ts';
import { BOOLEAN, TEXT } from '../../core/noun/kinds.ts';
import { creationFilters } from '../../core/list/sync-filters.ts';
import { MESSAGE_STATUS } from './fields.ts';

export const WEBHOOK_FILTERS = filtersOf(
  'WebhookFilter',
  'webhooks',
  {
    failing: {
      kind: BOOLEAN,
      rule: BOOLEAN.rule,
      is: 'true: deactivated, or the latest callback failed. False: all others',
      where: (isFailing) => Prisma.sql`(status = 'deactivated' OR consecutive_failures > 0) = ${isFailing}`,
    },
  },
  { boundedBy: 'the quota of webhooks' },
);

const EVENT_NAMES = [...EVENT_TYPES, TEST_EVENT] as const;

export const MESSAGE_FILTERS = filtersOf(
  'WebhookMessageFilter',
  'messages',
  {
    status: {
      kind: MESSAGE_STATUS,
      rule: MESSAGE_STATUS.rule,
      inRest: true,
      is: 'in this status',
      where: (status) => Prisma.sql`status = ${status}`,
    },
    event: {
      kind: TEXT,
      rule: z.enum(EVENT_NAMES, `must be one of ${EVENT_NAMES.join(', ')}`),
      inRest: true,
      is: 'about events of this type, such as `delivery.completed`',
      where: (type, accountId) => Prisma.sql`EXISTS (
      SELECT FROM events
      WHERE events.account_id = ${accountId} AND events.id = webhook_messages.event_id AND events.type = ${type})`,
    },
    ...creationFilters,
  },
  { boundedBy: 'those of one webhook in the 30 days that messages are kept' },
);
