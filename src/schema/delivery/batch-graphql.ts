import { builder } from '../builder.ts';
import { accountOf } from '../context.ts';
import { inputType } from '../fields-graphql.ts';
import { asManyAs } from '../list-size.ts';
import { resultType, withRecords } from '../upsert/graphql.ts';
import { createDeliveries, MAX_DELIVERIES } from './create-deliveries.ts';
import { DELIVERY_FIELDS } from './fields.ts';
import { Delivery } from './graphql.ts';

const CreateDeliveryInput = inputType('CreateDeliveryInput', DELIVERY_FIELDS, 'create');
const DeliveryBatchItem = resultType('DeliveryBatchItem', 'delivery', 'deliveries', Delivery);

builder.mutationField('createDeliveries', (t) =>
  t.field({
    type: [DeliveryBatchItem],
    description: `Creates deliveries, at most ${MAX_DELIVERIES}. One whose \`reference\` exists already is left unchanged, so that a batch can be repeated. A refused row does not stop the others. A row counts like a twentieth of a request.`,
    authScopes: { scope: 'deliveries:write' },
    args: { input: t.arg({ type: [CreateDeliveryInput], required: true, description: 'The rows.' }) },
    ...asManyAs('input', MAX_DELIVERIES),
    resolve: async (_root, { input }, context, info) =>
      withRecords(await createDeliveries(context, input), 'delivery', { context, info }, (query, ids) =>
        context.db.delivery.findMany({ ...query, where: { accountId: accountOf(context), id: { in: ids } } }),
      ),
  }),
);
