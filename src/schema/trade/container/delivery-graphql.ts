import { builder } from '../../core/builder/builder.ts';
import { itemInput } from '../../core/builder/fields-graphql.ts';
import { byId } from '../../core/context.ts';
import { embedded } from '../../core/list/list-size.ts';
import { loadRecord } from '../../core/list/load-record.ts';
import { IF_MATCH } from '../../core/version/if-match.ts';
import { Delivery } from '../delivery/graphql.ts';
import { MAX_CONTAINER_ROWS } from '../limits.ts';
import { Stop } from '../stop/graphql.ts';
import { MAX_STOP_ITEMS } from '../stop/stops-on.ts';
import { CONTAINER_ROWS } from './fields.ts';
import { ContainerType } from './graphql.ts';
import { containersOf, type DeliveryContainer } from './read-delivery-containers.ts';
import { setContainers } from './set-containers.ts';

const DeliveryContainerRef = builder.objectRef<DeliveryContainer>('DeliveryContainer').implement({
  description: 'The containers of a type in a delivery.',
  authScopes: { anyScope: ['deliveries:read', 'deliveries:write', 'stops:read'] },
  fields: (t) => ({
    type: t.fieldWithSelection({
      type: ContainerType,
      description: 'The type.',
      resolve: (selection, { typeId }, _args, context, info) =>
        loadRecord(context, info, context.db.containerType, selection, typeId),
    }),
    out: t.exposeInt('out', { description: 'How many went out.' }),
    back: t.exposeInt('back', { description: 'How many came back.' }),
  }),
});

const CONTAINERS =
  'The containers that went out and came back, by the names of their types. They count from the dispatch on.';

builder.prismaObjectField(Delivery, 'containers', (t) =>
  t.field({
    type: [DeliveryContainerRef],
    description: CONTAINERS,
    ...embedded(MAX_CONTAINER_ROWS),
    select: { id: true },
    resolve: ({ id }, _args, context) => containersOf(context, id),
  }),
);

builder.prismaObjectField(Stop, 'containers', (t) =>
  t.field({
    type: [DeliveryContainerRef],
    description: CONTAINERS,
    ...embedded(MAX_CONTAINER_ROWS, () => MAX_STOP_ITEMS),
    select: { id: true },
    resolve: ({ id }, _args, context) => containersOf(context, id),
  }),
);

builder.mutationField('setContainers', (t) =>
  t.fieldWithSelection({
    type: Delivery,
    description:
      'Replaces the containers of a delivery, in every status but cancelled. They count from the dispatch on, on the delivery date. Sends no event.',
    authScopes: { scope: 'deliveries:write' },
    args: {
      deliveryId: t.arg.id({ required: true, description: 'The delivery.' }),
      rows: t.arg({
        type: [itemInput(CONTAINER_ROWS)],
        required: true,
        description: `All containers of the delivery, each type at most once (at most ${MAX_CONTAINER_ROWS}); an empty list removes them.`,
      }),
      ...IF_MATCH,
    },
    resolve: async (query, _root, { ifMatch, ...change }, context) => {
      const id = await setContainers(context, change, ifMatch);
      return context.db.delivery.findUniqueOrThrow({ ...query, ...byId(context, id) });
    },
  }),
);
