import {
  CreateDeliveriesDocument,
  CreateDeliveryDocument,
  DeliveriesDocument,
  DeliveryDocument,
  MoveDeliveryDocument,
} from '../../generated/operations.ts';
import { DELIVERY_FILTERS } from '../../schema/trade/delivery/filters.ts';
import { MAX_DELIVERIES } from '../../schema/trade/limits.ts';
import { batchRoute } from '../batch.ts';
import { listQuery } from '../list-query.ts';
import { route } from '../route.ts';
import { one, pageResponse } from '../shape.ts';
import {
  DeliveryShape,
  DeliveryBatchOptions,
  DeliveryBatchResult,
  DeliveryInput,
  DeliveryMove,
  DeliveryRow,
  DeliveryRowForm,
} from './shape.ts';

export const deliveryRoutes = [
  route({
    method: 'get',
    path: '/deliveries',
    name: 'listDeliveries',
    summary: 'List deliveries',
    query: listQuery(DELIVERY_FILTERS),
    response: pageResponse(DeliveryShape),
    operation: DeliveriesDocument,
  }),
  batchRoute({
    path: '/deliveries/batch',
    name: 'createDeliveries',
    summary: 'Create deliveries',
    description:
      'Each row is like the body of POST /deliveries; it can name supermarket, branch and products by their references in place of their ids. One whose `reference` a delivery holds that is not cancelled is compared with it, so that a batch can be repeated: an equal one is `unchanged`, also when its date has passed; another one `differs`, or is `revised` where it is pending and `on_difference` says so. Compared are the fields that the row has, but no names and prices.',
    list: 'deliveries',
    id: 'DeliveryBatch',
    max: MAX_DELIVERIES,
    row: DeliveryRow,
    form: DeliveryRowForm,
    options: DeliveryBatchOptions,
    result: DeliveryBatchResult,
    operation: CreateDeliveriesDocument,
  }),
  route({
    method: 'get',
    path: '/deliveries/:delivery_id',
    name: 'getDelivery',
    summary: 'Read a delivery',
    response: one(DeliveryShape),
    operation: DeliveryDocument,
  }),
  route({
    method: 'post',
    path: '/deliveries',
    name: 'createDelivery',
    summary: 'Create a delivery',
    description:
      'Names and unit prices are copied from the catalogue. The delivery starts as `pending`. Archived products and branches are refused with `validation_error` on their field.',
    errors: ['not_found'],
    status: 201,
    body: DeliveryInput,
    response: one(DeliveryShape),
    operation: CreateDeliveryDocument,
  }),
  route({
    method: 'patch',
    path: '/deliveries/:delivery_id',
    name: 'moveDelivery',
    summary: 'Change the status of a delivery',
    description:
      '`pending` → `in_transit` → `completed`, or `pending` → `cancelled`. Every other change is refused.',
    errors: ['invalid_transition'],
    changes: 'Delivery',
    body: DeliveryMove,
    response: one(DeliveryShape),
    operation: MoveDeliveryDocument,
    variables: ({ ids: [id], body }) => ({ id, status: body.status }),
  }),
];
