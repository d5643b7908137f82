import { z } from 'zod';
import { CREATE, rulesToCreate } from '../../core/noun/fields.ts';
import { given } from '../../core/noun/given.ts';
import { listOf } from '../../core/noun/list-of.ts';
import { rowFields } from '../../core/upsert/rows.ts';
import { MAX_BRANCHES } from '../limits.ts';
import { BRANCHES, BRANCH_FIELDS, SUPERMARKET_FIELDS } from './fields.ts';

/** The fields of a branch in a row. */
const BRANCH_ROW = rowFields(BRANCH_FIELDS);

/** The fields of a row of an upsert. */
export const SUPERMARKET_ROW = {
  ...rowFields(SUPERMARKET_FIELDS),
  branches: {
    kind: listOf(BRANCH_ROW, {
      ...BRANCHES,
      type: 'UpsertBranch',
      inputIs: 'A branch to create or to change.',
    }),
    in: CREATE,
    isOptional: true,
    refusesNull: true,
    is: `branches to create or to change by their references, at most ${MAX_BRANCHES}`,
    inputNote: 'Branches that are left out stay.',
  },
} as const;

/** The rule of a branch in a row: the fields to change, with null for those to clear. */
const BranchRow = given(z.strictObject(rulesToCreate(BRANCH_ROW)), BRANCH_ROW);

/** The rules of the fields of a row. */
export const SUPERMARKET_RULES = { ...rulesToCreate(SUPERMARKET_ROW), branches: branchesBy(BranchRow) };

/** The rule of a row. */
export const UpsertRow = given(z.strictObject(SUPERMARKET_RULES), SUPERMARKET_ROW);

interface BranchValues extends Record<string, unknown> {
  reference: string;
}

export interface SupermarketValues extends Record<string, unknown> {
  reference?: string;
  branches?: BranchValues[];
}

function branchesBy(item: z.ZodType) {
  return SUPERMARKET_ROW.branches.kind.list.ruleOf(item, (name) => name).optional();
}
