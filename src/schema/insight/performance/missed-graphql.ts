import { builder } from '../../core/builder/builder.ts';
import { Delivery } from '../../trade/delivery/graphql.ts';
import { enumValues } from '../../core/noun/enum-values.ts';
import { PageInfoRef } from '../../core/list/graphql.ts';
import { type Missed, type MissedList, MISSES } from './read-missed.ts';

const READ = { scope: 'returns:read' } as const;

const Miss = builder.enumType('DeliveryMiss', {
  values: enumValues(MISSES, {
    late: 'Completed after the end of the window.',
    not_in_full: 'Something is missing.',
  }),
  description: 'What a delivery missed.',
});

const MissedDelivery = builder.objectRef<Missed>('MissedDelivery').implement({
  description: 'A delivery that was late or not in full.',
  authScopes: READ,
  fields: (t) => ({
    delivery: t.expose('delivery', {
      type: Delivery,
      description: 'The delivery.',
      authScopes: { scope: 'deliveries:read' },
    }),
    reasons: t.expose('reasons', { type: [Miss], description: 'What it missed.' }),
    lateMinutes: t.expose('lateMinutes', {
      type: 'Decimal',
      nullable: true,
      description: 'The minutes after the end of the window; null when it was on time.',
    }),
    missingQuantity: t.expose('missingQuantity', {
      type: 'Decimal',
      description: 'The quantity that was left out or refused at the door.',
    }),
  }),
});

export const MissedDeliveryConnection = builder.objectRef<MissedList>('MissedDeliveryConnection').implement({
  description: 'A part of the list of missed deliveries, read by cursor.',
  authScopes: READ,
  fields: (t) => ({
    nodes: t.expose('nodes', { type: [MissedDelivery], description: 'The missed deliveries.' }),
    pageInfo: t.expose('pageInfo', { type: PageInfoRef }),
  }),
});
