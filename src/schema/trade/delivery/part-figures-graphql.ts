import type { Prisma } from '../../../generated/prisma/client.ts';
import { builder } from '../../core/builder/builder.ts';

/** Sums over deliveries. */
export interface DeliverySums {
  count: number;
  quantity: Prisma.Decimal;
  value: Prisma.Decimal;
  /** Zero when they are not selected. */
  kilograms: Prisma.Decimal;
}

export const PartFigures = builder.objectRef<DeliverySums>('DeliveryPartFigures').implement({
  description: 'Figures of the deliveries of some statuses.',
  authScopes: { scope: 'deliveries:read' },
  fields: (t) => ({
    count: t.exposeInt('count'),
    value: t.expose('value', { type: 'Decimal' }),
    units: t.expose('quantity', { type: 'Decimal' }),
    kilograms: t.expose('kilograms', { type: 'Decimal' }),
  }),
});
