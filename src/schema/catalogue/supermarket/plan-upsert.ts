import { z } from 'zod';
import { violation } from '../../../problems.ts';
import type { Plan } from '../../core/caller/plans.ts';
import { quotaExceeded } from '../../people/account/quota.ts';
import { AppError, type Fault, faultAt, renamedFault } from '../../core/errors.ts';
import { rulesToCreate } from '../../core/noun/fields.ts';
import { faultsIn } from '../../core/noun/valid.ts';
import { MAX_BRANCHES } from '../limits.ts';
import { BRANCH_FIELDS, SUPERMARKET_FIELDS, TOO_MANY_BRANCHES } from './fields.ts';
import type { SupermarketValues } from './upsert-rows.ts';

/** The rule of a new supermarket with its branches. */
export const NewSupermarket = z.strictObject(rulesToCreate(SUPERMARKET_FIELDS));
const { branches: _, ...ownRules } = NewSupermarket.shape;
const WithoutBranches = z.strictObject(ownRules);
const NewBranch = z.strictObject(rulesToCreate(BRANCH_FIELDS));

/** A supermarket of the account, and how many branches it has. */
export interface AccountSupermarket {
  id: bigint;
  branches: number;
}

/** The existing records of the account by references, and the number of records it can still create. */
export interface ExistingSupermarkets {
  plan: Plan;
  /** Whether errors may include the ids of records. */
  mayRead: boolean;
  supermarkets: ReadonlyMap<string, AccountSupermarket>;
  branches: ReadonlyMap<string, { id: bigint; supermarketId: bigint }>;
  /** The references of branches in earlier rows of the file, and in those of these rows so far. */
  earlier: ReadonlySet<string>;
  planned: Set<string>;
  left: { supermarkets: number; branches: number };
}

/**
 * Checks that a row can be written after those before it, and counts what it creates.
 *
 * @param own the supermarket of the row, if the account has it
 * @throws AppError `validation_error`, `quota_exceeded`
 */
export function planUpsert(
  { branches = [], ...values }: SupermarketValues,
  own: AccountSupermarket | undefined,
  known: ExistingSupermarkets,
): void {
  const faults: Fault[] = own ? [] : faultsIn(WithoutBranches, values);
  for (const [index, branch] of branches.entries()) {
    const path = `branches[${index}]`;
    const old = known.branches.get(branch.reference);
    const isElsewhere = old !== undefined && old.supermarketId !== own?.id;
    const isEarlier = known.earlier.has(branch.reference) || known.planned.has(branch.reference);
    if (isElsewhere || isEarlier) {
      const values =
        old && !isEarlier && known.mayRead
          ? { id: Number(old.id), supermarket_id: Number(old.supermarketId) }
          : null;
      const taken = violation(
        'branch_of_other',
        'is already used by a branch of another supermarket',
        values,
      );
      faults.push(faultAt(`${path}.reference`, taken));
    } else if (!old) {
      faults.push(
        ...faultsIn(NewBranch, branch).map((each) => renamedFault(each, (field) => `${path}.${field}`)),
      );
    }
  }
  const [first, ...others] = faults;
  if (first) throw new AppError(first, ...others);
  const added = branches.filter(({ reference }) => !known.branches.has(reference)).length;
  if ((own?.branches ?? 0) + added > MAX_BRANCHES)
    throw new AppError(faultAt('branches', violation('too_many', TOO_MANY_BRANCHES, { max: MAX_BRANCHES })));
  if (!own && known.left.supermarkets < 1) throw quotaExceeded(known.plan, 'supermarkets');
  if (added > 0 && known.left.branches < added) throw quotaExceeded(known.plan, 'branches');
  if (!own) known.left.supermarkets -= 1;
  known.left.branches -= added;
  for (const { reference } of branches) known.planned.add(reference);
}
