import { Prisma } from '../../../generated/prisma/client.ts';

/** The values of `archived_at`. A record that is archived again keeps the first time. */
export const ARCHIVED = Prisma.sql`coalesce(archived_at, now())`;
export const IN_USE = Prisma.sql`NULL`;
