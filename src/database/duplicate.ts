import { DatabaseError } from 'pg';
import { Prisma } from '../generated/prisma/client.ts';

const UNIQUE_VIOLATION = '23505';

/** Returns whether a statement failed because another record has a value that must be unique. */
export function isDuplicate(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code === UNIQUE_VIOLATION;
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  // P2010: a raw statement failed; the server's code is in the message.
  return error.code === 'P2002' || (error.code === 'P2010' && error.message.includes(UNIQUE_VIOLATION));
}
