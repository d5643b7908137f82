import type { Db } from '../database/connect.ts';
import type { Prisma } from '../generated/prisma/client.ts';

/**
 * A condition on the records of a list, or false for none. A function queries the database first for values of the
 * condition, so that the list's own statement is planned for them.
 */
export type Filter = Prisma.Sql | false | ((db: Db) => Promise<Prisma.Sql>);

/** Returns the conditions of all filters. */
export async function conditionsOf(filters: readonly Filter[], db: Db): Promise<Prisma.Sql[]> {
  const given = filters.filter((each) => each !== false);
  return Promise.all(given.map(async (each) => (typeof each === 'function' ? each(db) : each)));
}
