import { Prisma } from '../../../generated/prisma/client.ts';

/**
 * Returns the SQL condition that a column contains a text, ignoring case. Wildcards in the text are escaped.
 */
export function containing(column: Prisma.Sql, part: string): Prisma.Sql {
  return Prisma.sql`${column} ILIKE ${`%${part.replace(/[\\%_]/g, '\\$&')}%`}`;
}
