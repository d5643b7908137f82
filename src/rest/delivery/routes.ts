import { z } from 'zod';
import {
  CreateDeliveryDocument,
  DeliveriesDocument,
  DeliveryDocument,
  type DeliveryFragment,
  type DeliveryStatus,
  MoveDeliveryDocument,
} from '../../generated/operations.ts';
import { deliveryLines } from '../../schema/delivery/create-delivery.ts';
import {
  calendarDate,
  DATES_OUT_OF_ORDER,
  deliveryStatus,
  futureDate,
  isInOrder,
  optionalText,
  quantity,
  recordId,
} from '../../schema/rules.ts';
import { pageOf, pageQuery } from '../pagination.ts';
import { integerParameter, parameter } from '../query.ts';
import { route } from '../route.ts';

export const deliveryRoutes = [
  route({
    method: 'get',
    path: '/deliveries',
    scope: 'deliveries:read',
    query: pageQuery({
      status: parameter.pipe(deliveryStatus).optional(),
      date_from: parameter.pipe(calendarDate).optional(),
      date_to: parameter.pipe(calendarDate).optional(),
      supermarket_id: integerParameter(recordId).optional(),
    }).refine(({ date_from, date_to }) => isInOrder(date_from, date_to), {
      error: DATES_OUT_OF_ORDER,
      path: ['date_to'],
    }),
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
    operation: DeliveryDocument,
    variables: ({ ids: [id] }) => ({ id }),
    output: ({ delivery }) => delivery && { data: toDelivery(delivery) },
  }),
  route({
    method: 'post',
    path: '/deliveries',
    scope: 'deliveries:write',
    status: 201,
    body: z.strictObject({
      supermarket_id: recordId,
      subchain_id: recordId,
      products: deliveryLines(
        z.strictObject({ product_id: recordId, quantity }),
        (line) => line.product_id,
        'product_id',
      ),
      delivery_date: futureDate,
      notes: optionalText(2_000).nullish(),
    }),
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
    body: z.strictObject({ status: deliveryStatus }),
    operation: MoveDeliveryDocument,
    variables: ({ ids: [id], body }) => ({ id, status: toGraphQLStatus(body.status) }),
    output: ({ moveDelivery }) => ({ data: toDelivery(moveDelivery) }),
  }),
];

/** The specification's "Delivery (read shape)". */
function toDelivery(delivery: DeliveryFragment) {
  return {
    id: Number(delivery.id),
    supermarket_name: delivery.supermarketName,
    subchain_name: delivery.branchName,
    products: delivery.products.map((line) => ({
      product_id: Number(line.productId),
      name: line.name,
      quantity: line.quantity,
      unit_price: line.unitPrice,
    })),
    total_value: delivery.totalValue,
    delivery_date: delivery.deliveryDate,
    status: delivery.status.toLowerCase(),
    created_at: delivery.createdAt,
  };
}

function toGraphQLStatus(status: z.output<typeof deliveryStatus>): DeliveryStatus {
  return status.toUpperCase() as Uppercase<typeof status>;
}
