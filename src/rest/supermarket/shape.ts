import { z } from 'zod';
import type { SupermarketFragment, SupermarketItemFragment } from '../../generated/operations.ts';
import { rulesToCreate } from '../../schema/fields.ts';
import { recordId } from '../../schema/rules.ts';
import { branchList, MAX_BRANCHES } from '../../schema/supermarket/branch-rules.ts';
import { BRANCH_FIELDS, SUPERMARKET_FIELDS } from '../../schema/supermarket/fields.ts';
import { exampleOf, responseFields, snakeKeys, pickFields } from '../field-shapes.ts';
import { time } from '../../schema/values.ts';

const EXAMPLE = exampleOf(SUPERMARKET_FIELDS);
const BRANCH_EXAMPLE = exampleOf(BRANCH_FIELDS);
const filledIn = pickFields(SUPERMARKET_FIELDS);
const branchFilledIn = pickFields(BRANCH_FIELDS);

/** A supermarket, as lists return it. */
export const SupermarketItem = z
  .strictObject({
    id: recordId,
    name: z.string(),
    branches: z.array(z.strictObject({ id: recordId, name: z.string(), address: z.string() })),
  })
  .meta({
    id: 'SupermarketItem',
    description: 'A supermarket in a list.',
    examples: [
      {
        id: 5,
        name: 'Oakfield Stores',
        branches: [{ id: 8, name: 'Oakfield West', address: '4 Mill Lane' }],
      },
    ],
  });

export const Supermarket = z
  .strictObject({
    id: recordId,
    ...responseFields(SUPERMARKET_FIELDS),
    branches: z.array(z.strictObject({ id: recordId, ...responseFields(BRANCH_FIELDS) })),
    created_at: time,
  })
  .meta({
    id: 'Supermarket',
    examples: [
      {
        id: 5,
        ...EXAMPLE,
        branches: [{ id: 8, ...BRANCH_EXAMPLE }],
        created_at: '2099-11-20T09:30:00.000Z',
      },
    ],
  });

export const SupermarketInput = z
  .strictObject({
    ...snakeKeys(rulesToCreate(SUPERMARKET_FIELDS)),
    branches: branchList(z.strictObject(snakeKeys(rulesToCreate(BRANCH_FIELDS))))
      .describe(`The branches, at most ${MAX_BRANCHES}.`)
      .nullish(),
  })
  .meta({
    id: 'SupermarketInput',
    examples: [{ ...EXAMPLE, branches: [BRANCH_EXAMPLE] }],
  });

export function toItem({ id, name, branches }: SupermarketItemFragment): z.output<typeof SupermarketItem> {
  return { id: Number(id), name, branches: branches.map((branch) => ({ ...branch, id: Number(branch.id) })) };
}

export function toSupermarket(supermarket: SupermarketFragment): z.output<typeof Supermarket> {
  return {
    id: Number(supermarket.id),
    ...filledIn(supermarket),
    branches: supermarket.branches.map((branch) => ({ id: Number(branch.id), ...branchFilledIn(branch) })),
    created_at: supermarket.createdAt,
  };
}
