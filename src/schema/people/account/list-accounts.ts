import type { Db } from '../../../database/connect.ts';

export const MAX_ACCOUNTS = 1_000;

/** The start and the length of a page of accounts. */
export interface AccountsPage {
  /** The id after which the page starts (default: the first account). */
  after?: bigint | undefined;
  limit: number;
}

/** Returns a page of all accounts, oldest first, for operators. */
export async function listAccounts(db: Db, { after = 0n, limit }: AccountsPage) {
  const accounts = await db.account.findMany({
    where: { id: { gt: after } },
    orderBy: { id: 'asc' },
    take: limit,
    select: { id: true, email: true, name: true, plan: true, createdAt: true, deletedAt: true },
  });
  return accounts.map(({ createdAt, deletedAt, ...account }) => ({
    ...account,
    created_at: createdAt,
    ...(deletedAt && { deleted_at: deletedAt }),
  }));
}
