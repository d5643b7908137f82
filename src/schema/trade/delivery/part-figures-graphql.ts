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
    count: t.exposeInt('count', {
      description: 'The number of deliveries; when ranked by category, of lines.',
    }),
    value: t.expose('value', { type: 'Decimal', description: 'The sum of quantity × unit price.' }),
    units: t.expose('quantity', { type: 'Decimal', description: 'The number of units.' }),
    kilograms: t.expose('kilograms', { type: 'Decimal', description: 'The sum of quantity × weight.' }),
  }),
});
