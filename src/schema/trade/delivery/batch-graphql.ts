import { builder } from '../../core/builder/builder.ts';
import { enumType, inputType } from '../../core/builder/fields-graphql.ts';
import { asManyAs } from '../../core/list/list-size.ts';
import { resultType, withRecords } from '../../core/upsert/graphql.ts';
import { MAX_DELIVERIES } from '../limits.ts';
import { createDeliveries, ON_DIFFERENCE } from './create-deliveries.ts';
import { DELIVERY_INPUT } from './input-fields.ts';
import { Delivery } from './graphql.ts';
import { OVERRIDE } from './override.ts';

const CreateDeliveryInput = inputType(
  'CreateDeliveryInput',
  DELIVERY_INPUT,
  'create',
  'A new delivery. Its status is pending.',
);
const DeliveryBatchItem = resultType('DeliveryBatchItem', 'delivery', 'deliveries', Delivery, true);

builder.mutationField('createDeliveries', (t) =>
  t.fieldWithSelection({
    type: [DeliveryBatchItem],
    paths: [['delivery']],
    description: `Creates deliveries, at most ${MAX_DELIVERIES}. One whose \`reference\` a delivery holds that is not cancelled is compared with it, so that a batch can be repeated: equal ones are \`UNCHANGED\`, others \`DIFFERS\`, or \`REVISED\` as \`onDifference\` says. A refused row does not stop the others. A row counts like a twentieth of a request.`,
    authScopes: { scope: 'deliveries:write' },
    args: {
      input: t.arg({ type: [CreateDeliveryInput], required: true, description: 'The rows.' }),
      onDifference: t.arg({
        type: enumType(ON_DIFFERENCE),
        defaultValue: 'leave',
        description: 'What is done with a pending delivery that differs from its row.',
      }),
      ...OVERRIDE,
    },
    ...asManyAs('input', MAX_DELIVERIES),
    resolve: async (selection, _root, { input, onDifference, override }, context) =>
      withRecords(
        context,
        context.db.delivery,
        selection,
        await createDeliveries(context, input, onDifference ?? 'leave', override),
      ),
  }),
);
