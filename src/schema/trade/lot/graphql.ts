import { builder } from '../../core/builder/builder.ts';
import { byId } from '../../core/context.ts';
import { Delivery, DeliveryProduct } from '../delivery/graphql.ts';
import { exposed, inputType } from '../../core/builder/fields-graphql.ts';
import { describedAs } from '../../core/noun/fields.ts';
import { embedded } from '../../core/list/list-size.ts';
import { IF_MATCH } from '../../core/version/if-match.ts';
import { isGs1Lot, LINE_LOTS, LOT_FIELDS, MAX_LOTS } from './fields.ts';
import { correctLots, setLots } from './set-lots.ts';

const WRITE = { scope: 'deliveries:write' } as const;

export const DeliveryLot = builder.prismaObject('DeliveryItemLot', {
  name: 'DeliveryLot',
  authScopes: { resource: 'deliveries' },
  select: { id: true },
  fields: (t) => ({
    ...exposed(t, LOT_FIELDS),
    isGs1: t.boolean({ select: { lot: true }, resolve: ({ lot }) => isGs1Lot(lot) }),
  }),
});

builder.prismaObjectField(DeliveryProduct, 'lots', (t) =>
  t.relation('lots', {
    description: describedAs(LINE_LOTS),
    ...embedded(MAX_LOTS),
    type: DeliveryLot,
    // Corrected rows stay.
    query: { where: { supersededAt: null }, orderBy: { id: 'asc' } },
  }),
);

const DeliveryLotInput = inputType('DeliveryLotInput', LOT_FIELDS, 'create');

builder.mutationFields((t) => {
  const line = {
    deliveryId: t.arg.id({ required: true }),
    productId: t.arg.id({ required: true }),
    lots: t.arg({ type: [DeliveryLotInput], required: true }),
    ...IF_MATCH,
  };
  return {
    setDeliveryLots: t.fieldWithSelection({
      type: Delivery,
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
      authScopes: WRITE,
      audit: { left: 'lots.corrected' },
      args: { ...line, reason: t.arg.string({ required: true }) },
      resolve: async (query, _root, args, context) => {
        const { ifMatch, ...change } = args;
        const id = await correctLots(context, change, ifMatch);
        return context.db.delivery.findUniqueOrThrow({ ...query, ...byId(context, id) });
      },
    }),
  };
});
