import { Prisma } from '../../../generated/prisma/client.ts';

/** Returns SQL for whether the return `alias` counts: it was not reversed, and is no reversal. */
export function isStanding(alias: string): Prisma.Sql {
  return Prisma.raw(`${alias}.reversed_by_id IS NULL AND ${alias}.reverses_id IS NULL`);
}
