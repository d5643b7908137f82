import { DatabaseError } from 'pg';
import { Prisma } from '../generated/prisma/client.ts';

const UNIQUE_VIOLATION = '23505';
const EXCLUSION_VIOLATION = '23P01';

/** Returns whether a statement failed because another record has a value that must be unique. */
export function isDuplicate(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') return true;
  return hasFailedBy(error, UNIQUE_VIOLATION);
}

/** Returns whether a statement failed because a record excludes another one, such as by overlapping it. */
export function isExcluded(error: unknown): boolean {
  return hasFailedBy(error, EXCLUSION_VIOLATION);
}

function hasFailedBy(error: unknown, code: string): boolean {
  if (error instanceof DatabaseError) return error.code === code;
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  // P2010: a raw statement failed; the server's code is in the message.
  return error.code === 'P2010' && error.message.includes(code);
}
