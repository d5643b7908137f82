import { z } from 'zod';
import { runHeavily } from '../../../database/current-work.ts';
import { unprepared } from '../../../database/connect.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { type CursorPosition, cursorRule } from '../../core/list/cursor.ts';
import { DEFAULT_PER_PAGE } from '../../core/limits.ts';
import { idFilter } from '../../core/noun/record-id.ts';
import { calendarDate, perPage } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { todayOf } from '../../people/account/time-zone.ts';
import {
  BALANCE_GROUPS,
  type BalancePosition,
  balancesAfter,
  BEFORE_ALL_BALANCES,
} from './balances-after.ts';
import { type ContainerPage, containerPageOf, cappedCountOf, listByKey } from './container-page.ts';

/** The containers of a type at a supermarket or a branch. */
export interface ContainerBalance {
  supermarketId: bigint;
  /** Null for the supermarket itself, and where balances are by supermarket. */
  branchId: bigint | null;
  typeId: bigint;
  balance: Prisma.Decimal;
}

/** The key has the supermarket and the branch, the id is that of the type. */
const BALANCE_LISTS = {
  supermarket: listByKey('container balances by supermarket', /^\d{1,16} $/),
  branch: listByKey('container balances by branch', /^\d{1,16} \d{0,16}$/),
};

const BalanceFilter = z.object({
  supermarketId: idFilter.nullish(),
  branchId: idFilter.nullish(),
  typeId: idFilter.nullish(),
});

interface BalanceArgs {
  by: (typeof BALANCE_GROUPS)[number];
  asOf?: string | null | undefined;
  filter?: object | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}

/**
 * Reads balances that are not 0 by supermarket, branch and type, up to a day (default: today). It reads the
 * movements of the supermarkets of the page, and counts the list only if `isCounted`.
 *
 * @throws AppError `validation_error`
 */
export async function readContainerBalances(
  context: Context,
  { by, filter, ...given }: BalanceArgs,
  isCounted: boolean,
): Promise<ContainerPage<ContainerBalance>> {
  const list = BALANCE_LISTS[by];
  const rule = z.object({
    asOf: calendarDate.nullish(),
    first: perPage.nullish(),
    after: cursorRule(list).nullish(),
  });
  const { asOf, first, after } = valid(rule, given);
  const { supermarketId, branchId, typeId } = valid(BalanceFilter, filter ?? {});
  const balances = (position: BalancePosition) =>
    balancesAfter(position, {
      by,
      accountId: accountOf(context),
      supermarketId: supermarketId ?? undefined,
      branchId: branchId ?? undefined,
      typeId: typeId ?? undefined,
      to: asOf ?? todayOf(context),
    });
  const size = first ?? DEFAULT_PER_PAGE;
  const start = after ? positionAt(after) : BEFORE_ALL_BALANCES;
  return runHeavily(async () => {
    const rows = await context.db.$queryRaw<BalanceRow[]>`
      ${unprepared} ${balances(start)} LIMIT ${size + 1}`;
    const found = rows.map((row) => ({
      supermarketId: row.supermarket_id,
      branchId: row.branch_id || null,
      typeId: row.type_id,
      balance: row.balance,
    }));
    const total = isCounted ? await cappedCountOf(context, balances(BEFORE_ALL_BALANCES)) : undefined;
    return containerPageOf({ list, size, after: after ?? null, found, positionOf, total });
  });
}

function positionOf({ supermarketId, branchId, typeId }: ContainerBalance) {
  return { id: typeId, key: `${supermarketId} ${branchId ?? ''}` };
}

/** Returns the position that a cursor means. */
function positionAt({ key, id: typeId }: CursorPosition): BalancePosition {
  const [supermarket, branch] = key!.split(' ') as [string, string];
  return { supermarketId: BigInt(supermarket), branchId: BigInt(branch || 0), typeId };
}

interface BalanceRow {
  supermarket_id: bigint;
  /** 0 for none. */
  branch_id: bigint;
  type_id: bigint;
  balance: Prisma.Decimal;
}
