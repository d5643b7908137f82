import { z } from 'zod';
import {
  CreateReturnDocument,
  ReturnDocument,
  type ReturnFragment,
  ReturnsDocument,
} from '../../generated/operations.ts';
import { MAX_REASON } from '../../schema/return/create-return.ts';
import {
  calendarDate,
  DATES_OUT_OF_ORDER,
  isInOrder,
  optionalText,
  quantity,
  recordId,
  text,
} from '../../schema/rules.ts';
import { pageOf, pageQuery } from '../pagination.ts';
import { integerParameter, parameter } from '../query.ts';
import { route } from '../route.ts';

export const returnRoutes = [
  route({
    method: 'get',
    path: '/returns',
    scope: 'returns:read',
    query: pageQuery({
      reason: parameter.pipe(text(MAX_REASON)).optional(),
      delivery_id: integerParameter(recordId).optional(),
      supermarket_id: integerParameter(recordId).optional(),
      date_from: parameter.pipe(calendarDate).optional(),
      date_to: parameter.pipe(calendarDate).optional(),
    }).refine(({ date_from, date_to }) => isInOrder(date_from, date_to), {
      error: DATES_OUT_OF_ORDER,
      path: ['date_to'],
    }),
    operation: ReturnsDocument,
    variables: ({ query }) => ({
      page: query.page,
      perPage: query.per_page,
      filter: {
        reason: query.reason,
        deliveryId: query.delivery_id?.toString(),
        supermarketId: query.supermarket_id?.toString(),
        dateFrom: query.date_from,
        dateTo: query.date_to,
      },
    }),
    output: ({ returns }) => pageOf(returns, toReturn),
  }),
  route({
    method: 'get',
    path: '/returns/:return_id',
    scope: 'returns:read',
    operation: ReturnDocument,
    variables: ({ ids: [id] }) => ({ id }),
    output: (data) => data.return && { data: toReturn(data.return) },
  }),
  route({
    method: 'post',
    path: '/returns',
    scope: 'returns:write',
    status: 201,
    body: z.strictObject({
      delivery_id: recordId,
      product_id: recordId,
      quantity,
      reason: text(MAX_REASON),
      return_date: calendarDate,
      description: optionalText(2_000).nullish(),
    }),
    operation: CreateReturnDocument,
    variables: ({ body }) => ({
      input: {
        deliveryId: String(body.delivery_id),
        productId: String(body.product_id),
        quantity: body.quantity,
        reason: body.reason,
        returnDate: body.return_date,
        description: body.description,
      },
    }),
    output: ({ createReturn }) => ({ data: toReturn(createReturn) }),
  }),
];

/** The specification's "Return (read shape)". */
function toReturn(each: ReturnFragment) {
  return {
    id: Number(each.id),
    delivery_id: Number(each.deliveryId),
    product_id: Number(each.productId),
    product_name: each.productName,
    quantity: each.quantity,
    reason: each.reason,
    description: each.description,
    return_date: each.returnDate,
    credit_amount: each.creditAmount,
    created_at: each.createdAt,
  };
}
