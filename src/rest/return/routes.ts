import {
  CreateReturnDocument,
  ReturnDocument,
  ReturnsDocument,
  ReverseReturnDocument,
} from '../../generated/operations.ts';
import { RETURN_FILTERS } from '../../schema/trade/return/filters.ts';
import { listQuery } from '../list-query.ts';
import { route } from '../route.ts';
import { one, pageResponse } from '../shape.ts';
import { ReturnShape, ReturnInput, ReturnReversal } from './shape.ts';

export const returnRoutes = [
  route({
    method: 'get',
    path: '/returns',
    name: 'listReturns',
    summary: 'List returns',
    query: listQuery(RETURN_FILTERS),
    response: pageResponse(ReturnShape),
    operation: ReturnsDocument,
  }),
  route({
    method: 'get',
    path: '/returns/:return_id',
    name: 'getReturn',
    summary: 'Read a return',
    response: one(ReturnShape),
    operation: ReturnDocument,
  }),
  route({
    method: 'post',
    path: '/returns',
    name: 'createReturn',
    summary: 'Record a return',
    description:
      'The delivery must be in transit or completed. Returns of a product must not exceed the quantity delivered.',
    errors: ['not_found'],
    status: 201,
    body: ReturnInput,
    response: one(ReturnShape),
    operation: CreateReturnDocument,
  }),
  route({
    method: 'post',
    path: '/returns/:return_id/reverse',
    name: 'reverseReturn',
    summary: 'Reverse a return',
    description:
      'Takes a return back, once, by another return with the negative quantity and credit. A right return can follow. `Location` names the new return.',
    errors: ['invalid_transition'],
    status: 201,
    createdUnder: '/returns',
    body: ReturnReversal,
    response: one(ReturnShape),
    operation: ReverseReturnDocument,
    variables: ({ ids: [id], body: { reason } }) => ({ id, reason }),
  }),
];
