import { builder } from '../builder/builder.ts';
import { DeliveryLot } from '../lot/graphql.ts';
import { Delivery } from '../delivery/graphql.ts';
import { Stop, StopLot } from '../stop/graphql.ts';
import { withdrawnDeliveriesOf, withdrawnLotsOf } from './withdrawn-flags.ts';

builder.prismaObjectField(DeliveryLot, 'isWithdrawn', (t) =>
  t.boolean({ resolve: ({ id }, _args, context) => withdrawnLotsOf(context).load(id) }),
);

builder.prismaObjectField(StopLot, 'isWithdrawn', (t) =>
  t.boolean({ resolve: ({ id }, _args, context) => withdrawnLotsOf(context).load(id) }),
);

builder.prismaObjectField(Delivery, 'hasWithdrawnLots', (t) =>
  t.boolean({
    select: { id: true },
    resolve: ({ id }, _args, context) => withdrawnDeliveriesOf(context).load(id),
  }),
);

builder.prismaObjectField(Stop, 'hasWithdrawnLots', (t) =>
  t.boolean({
    select: { id: true },
    resolve: ({ id }, _args, context) => withdrawnDeliveriesOf(context).load(id),
  }),
);
