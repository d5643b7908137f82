import { Prisma } from '../../generated/prisma/client.ts';
import { filtersOf } from '../filters.ts';
import { BOOLEAN } from '../kinds.ts';

/** An account has few webhooks, so the primary key is enough. */
export const WEBHOOK_FILTERS = filtersOf('WebhookFilter', {
  failing: {
    kind: BOOLEAN,
    rule: BOOLEAN.rule,
    is: 'true: deactivated, or the latest callback failed. False: all others',
    where: (isFailing) => Prisma.sql`(status = 'deactivated' OR consecutive_failures > 0) = ${isFailing}`,
  },
});
