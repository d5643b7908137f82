import { BRANCHES, BRANCH_FIELDS, SUPERMARKET_FIELDS } from '../../schema/supermarket/fields.ts';
import { listOf } from '../../schema/list-of.ts';
import { body, record } from '../shape.ts';

const { id, name, branches } = SUPERMARKET_FIELDS;
const { deliveryWindow: _, ...inLists } = BRANCH_FIELDS;

/** A supermarket, as lists return it. */
export const SupermarketItem = record(
  'SupermarketItem',
  { id, name, branches: { ...branches, kind: listOf(inLists, BRANCHES) } },
  { type: 'Supermarket', description: 'A supermarket in a list.' },
);
export const Supermarket = record('Supermarket', SUPERMARKET_FIELDS);
export const SupermarketInput = body('SupermarketInput', SUPERMARKET_FIELDS, 'CreateSupermarketInput');
