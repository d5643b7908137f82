import { builder } from '../../core/builder/builder.ts';
import { byId } from '../../core/context.ts';
import { Delivery, DeliveryProduct } from '../delivery/graphql.ts';
import { exposed, itemInput } from '../../core/builder/fields-graphql.ts';
import { describedAs } from '../../core/noun/fields.ts';
import { embedded } from '../../core/list/list-size.ts';
import { IF_MATCH } from '../../core/version/if-match.ts';
import { MAX_LOTS } from '../limits.ts';
import { isGs1Lot, LINE_LOTS, LOT_FIELDS, LOTS } from './fields.ts';
import { correctLots, setLots } from './set-lots.ts';

const WRITE = { scope: 'deliveries:write' } as const;

export const DeliveryLot = builder.prismaObject('DeliveryItemLot', {
  name: 'DeliveryLot',
  description: 'A lot or date in a line of a delivery.',
  authScopes: { resource: 'deliveries' },
  select: { id: true },
  fields: (t) => ({
    ...exposed(t, LOT_FIELDS),
    isGs1: t.boolean({
      description: 'Whether GS1 labels can show the lot: 1–20 characters of the GS1 character set 82.',
      select: { lot: true },
      resolve: ({ lot }) => isGs1Lot(lot),
    }),
  }),
});

builder.prismaObjectField(DeliveryProduct, 'lots', (t) =>
  t.relation('lots', {
    description: describedAs(LINE_LOTS),
    ...embedded(MAX_LOTS),
    type: DeliveryLot,
    // Lots that were corrected stay as superseded rows.
    query: { where: { supersededAt: null }, orderBy: { id: 'asc' } },
  }),
);

const DeliveryLotInput = itemInput(LOTS);

builder.mutationFields((t) => {
  const line = {
    deliveryId: t.arg.id({ required: true, description: 'The delivery.' }),
    productId: t.arg.id({ required: true, description: 'The product of the line.' }),
    lots: t.arg({
      type: [DeliveryLotInput],
      required: true,
      description: `All lots of the line (at most ${MAX_LOTS}); an empty list removes them.`,
    }),
    ...IF_MATCH,
  };
  return {
    setDeliveryLots: t.fieldWithSelection({
      type: Delivery,
      description: 'Replaces the lots of a line while the delivery is pending or in transit. Sends no event.',
      authScopes: WRITE,
      args: line,
      resolve: async (query, _root, args, context) => {
        const { ifMatch, ...change } = args;
        const id = await setLots(context, change, ifMatch);
        return context.db.delivery.findUniqueOrThrow({ ...query, ...byId(context, id) });
      },
    }),
    correctDeliveryLots: t.fieldWithSelection({
      type: Delivery,
      description:
        'Replaces the lots of a line of a completed delivery. The previous ones are kept with the reason. Sends no event.',
      authScopes: WRITE,
      audit: { left: 'lots.corrected' },
      args: { ...line, reason: t.arg.string({ required: true, description: 'Why the lots are corrected.' }) },
      resolve: async (query, _root, args, context) => {
        const { ifMatch, ...change } = args;
        const id = await correctLots(context, change, ifMatch);
        return context.db.delivery.findUniqueOrThrow({ ...query, ...byId(context, id) });
      },
    }),
  };
});
