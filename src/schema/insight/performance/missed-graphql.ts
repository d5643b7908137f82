import { builder } from '../../core/builder/builder.ts';
import { Delivery } from '../../trade/delivery/graphql.ts';
import { enumValues } from '../../core/noun/enum-values.ts';
import { PageInfo } from '../../core/list/graphql.ts';
import { type Missed, type MissedList, MISSES } from './read-missed.ts';

const READ = { scope: 'returns:read' } as const;

const Miss = builder.enumType('DeliveryMiss', { values: enumValues(MISSES) });

const MissedDelivery = builder.objectRef<Missed>('MissedDelivery').implement({
  authScopes: READ,
  fields: (t) => ({
    delivery: t.expose('delivery', { type: Delivery, authScopes: { scope: 'deliveries:read' } }),
    reasons: t.expose('reasons', { type: [Miss] }),
    lateMinutes: t.expose('lateMinutes', { type: 'Decimal', nullable: true }),
    missingQuantity: t.expose('missingQuantity', { type: 'Decimal' }),
  }),
});

export const MissedDeliveryConnection = builder.objectRef<MissedList>('MissedDeliveryConnection').implement({
  authScopes: READ,
  fields: (t) => ({
    nodes: t.expose('nodes', { type: [MissedDelivery] }),
    pageInfo: t.expose('pageInfo', { type: PageInfo }),
  }),
});
