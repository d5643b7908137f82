import { builder } from '../../core/builder/builder.ts';
import { DeliveryLot } from '../../trade/lot/graphql.ts';
import { Delivery } from '../../trade/delivery/graphql.ts';
import { Stop, StopLot } from '../../trade/stop/graphql.ts';
import { hasWithdrawn, isWithdrawnLot } from './withdrawn-flags.ts';

builder.prismaObjectField(DeliveryLot, 'isWithdrawn', (t) =>
  t.boolean({
    description: 'Whether a withdrawal or recall names the lot. Tests flag nothing.',
    resolve: ({ id }, _args, context) => isWithdrawnLot(context, id),
  }),
);

builder.prismaObjectField(StopLot, 'isWithdrawn', (t) =>
  t.boolean({
    description: 'Whether a withdrawal or recall names the lot. Tests flag nothing.',
    resolve: ({ id }, _args, context) => isWithdrawnLot(context, id),
  }),
);

builder.prismaObjectField(Delivery, 'hasWithdrawnLots', (t) =>
  t.boolean({
    description: 'Whether a withdrawal or recall names one of its lots. Tests flag nothing.',
    select: { id: true },
    resolve: ({ id }, _args, context) => hasWithdrawn(context, id),
  }),
);

builder.prismaObjectField(Stop, 'hasWithdrawnLots', (t) =>
  t.boolean({
    description: 'Whether a withdrawal or recall names one of its lots. Tests flag nothing.',
    select: { id: true },
    resolve: ({ id }, _args, context) => hasWithdrawn(context, id),
  }),
);
