import { BRANCHES, BRANCH_FIELDS, SUPERMARKET_FIELDS } from '../../schema/catalogue/supermarket/fields.ts';
import { SUPERMARKET_ROW } from '../../schema/catalogue/supermarket/upsert-rows.ts';
import { listOf } from '../../schema/core/noun/list-of.ts';
import { body, changesBody, restRecord } from '../shape.ts';

const { contactEmail, branches, createdAt } = SUPERMARKET_FIELDS;
const IN_FULL = { restIn: ['full'] } as const;
const branchInLists = { ...BRANCH_FIELDS, deliveryWindow: { ...BRANCH_FIELDS.deliveryWindow, ...IN_FULL } };

/** A supermarket, as lists return it. */
export const SupermarketItem = restRecord(
  'SupermarketItem',
  {
    ...SUPERMARKET_FIELDS,
    contactEmail: { ...contactEmail, ...IN_FULL },
    branches: { ...branches, kind: listOf(branchInLists, BRANCHES) },
    createdAt: { ...createdAt, ...IN_FULL },
  },
  { type: 'Supermarket', description: 'A supermarket in a list.' },
);
export const SupermarketShape = restRecord('Supermarket', SUPERMARKET_FIELDS);
export const SupermarketInput = body('SupermarketInput', SUPERMARKET_FIELDS, 'CreateSupermarketInput');
export const SupermarketUpdate = changesBody(
  'SupermarketUpdate',
  SUPERMARKET_FIELDS,
  'UpdateSupermarketInput',
  {
    contact_email: 'orders@oakfield.example',
  },
);
export const BranchShape = restRecord('Branch', BRANCH_FIELDS);
export const BranchInput = body('BranchInput', BRANCH_FIELDS, 'BranchInput');
export const BranchUpdate = changesBody('BranchUpdate', BRANCH_FIELDS, 'UpdateBranchInput', {
  delivery_window: '05:00-09:00',
});
export const SupermarketRow = body('SupermarketRow', SUPERMARKET_ROW, 'UpsertSupermarketInput');
