import { CreateReturnDocument, ReturnDocument, ReturnsDocument } from '../../generated/operations.ts';
import { MAX_REASON } from '../../schema/return/create-return.ts';
import { calendarDate, DATES_OUT_OF_ORDER, isInOrder, recordId, text } from '../../schema/rules.ts';
import { page, pageOf, pageQuery } from '../pagination.ts';
import { integerParameter, parameter } from '../query.ts';
import { route } from '../route.ts';
import { Return, ReturnInput, toReturn } from './shape.ts';

export const returnRoutes = [
  route({
    method: 'get',
    path: '/returns',
    scope: 'returns:read',
    name: 'listReturns',
    summary: 'List returns',
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
    response: page(Return),
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
    name: 'getReturn',
    summary: 'Read a return',
    response: { data: Return },
    operation: ReturnDocument,
    variables: ({ ids: [id] }) => ({ id }),
    output: (data) => data.return && { data: toReturn(data.return) },
  }),
  route({
    method: 'post',
    path: '/returns',
    scope: 'returns:write',
    name: 'createReturn',
    summary: 'Record a return',
    description:
      'The delivery must be in transit or completed. Returns of a product must not exceed the quantity delivered.',
    errors: ['not_found'],
    status: 201,
    body: ReturnInput,
    response: { data: Return },
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
