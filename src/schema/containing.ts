import { Prisma } from '../generated/prisma/client.ts';

/** Returns a condition that a column contains a text, in any case. Wildcards in the text have no meaning. */
export function containing(column: Prisma.Sql, part: string): Prisma.Sql {
  return Prisma.sql`${column} ILIKE ${`%${part.replace(/[\\%_]/g, '\\$&')}%`}`;
}
