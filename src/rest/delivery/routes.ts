import type { z } from 'zod';
import {
  CreateDeliveryDocument,
  DeliveriesDocument,
  DeliveryDocument,
  type DeliveryStatus,
  MoveDeliveryDocument,
} from '../../generated/operations.ts';
import { calendarDate, DATES_OUT_OF_ORDER, isInOrder, recordId } from '../../schema/rules.ts';
import { deliveryStatus } from '../../schema/delivery/status.ts';
import { page, pageOf, pageQuery } from '../pagination.ts';
import { integerParameter, parameter } from '../query.ts';
import { route } from '../route.ts';
import { Delivery, DeliveryInput, DeliveryMove, toDelivery } from './shape.ts';

export const deliveryRoutes = [
  route({
    method: 'get',
    path: '/deliveries',
    scope: 'deliveries:read',
    name: 'listDeliveries',
    summary: 'List deliveries',
    query: pageQuery({
      status: parameter.pipe(deliveryStatus).optional(),
      date_from: parameter.pipe(calendarDate).optional(),
      date_to: parameter.pipe(calendarDate).optional(),
      supermarket_id: integerParameter(recordId).optional(),
    }).refine(({ date_from, date_to }) => isInOrder(date_from, date_to), {
      error: DATES_OUT_OF_ORDER,
      path: ['date_to'],
    }),
    response: page(Delivery),
    operation: DeliveriesDocument,
    variables: ({ query }) => ({
      page: query.page,
      perPage: query.per_page,
      filter: {
        status: query.status && toGraphQLStatus(query.status),
        dateFrom: query.date_from,
        dateTo: query.date_to,
        supermarketId: query.supermarket_id?.toString(),
      },
    }),
    output: ({ deliveries }) => pageOf(deliveries, toDelivery),
  }),
  route({
    method: 'get',
    path: '/deliveries/:delivery_id',
    scope: 'deliveries:read',
    name: 'getDelivery',
    summary: 'Read a delivery',
    response: { data: Delivery },
    operation: DeliveryDocument,
    variables: ({ ids: [id] }) => ({ id }),
    output: ({ delivery }) => delivery && { data: toDelivery(delivery) },
  }),
  route({
    method: 'post',
    path: '/deliveries',
    scope: 'deliveries:write',
    name: 'createDelivery',
    summary: 'Create a delivery',
    description:
      'Names and unit prices are copied from the catalogue. The delivery starts as `pending`. Archived products and branches are refused with `validation_error` on their field.',
    errors: ['not_found'],
    status: 201,
    body: DeliveryInput,
    response: { data: Delivery },
    operation: CreateDeliveryDocument,
    variables: ({ body }) => ({
      input: {
        supermarketId: String(body.supermarket_id),
        branchId: String(body.subchain_id),
        products: body.products.map((line) => ({
          productId: String(line.product_id),
          quantity: line.quantity,
        })),
        deliveryDate: body.delivery_date,
        notes: body.notes,
      },
    }),
    fields: { branchId: 'subchain_id' },
    output: ({ createDelivery }) => ({ data: toDelivery(createDelivery) }),
  }),
  route({
    method: 'patch',
    path: '/deliveries/:delivery_id',
    scope: 'deliveries:write',
    name: 'moveDelivery',
    summary: 'Change the status of a delivery',
    description:
      '`pending` → `in_transit` → `completed`, or `pending` → `cancelled`. Every other change is refused.',
    errors: ['invalid_transition'],
    changes: 'delivery',
    body: DeliveryMove,
    response: { data: Delivery },
    operation: MoveDeliveryDocument,
    variables: ({ ids: [id], body }) => ({ id, status: toGraphQLStatus(body.status) }),
    output: ({ moveDelivery }) => ({ data: toDelivery(moveDelivery) }),
  }),
];

function toGraphQLStatus(status: z.output<typeof deliveryStatus>): DeliveryStatus {
  return status.toUpperCase() as Uppercase<typeof status>;
}
