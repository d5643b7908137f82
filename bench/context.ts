import type { Database } from '../src/database/connect.ts';
import { SCOPES } from '../src/schema/caller/scopes.ts';
import type { Context } from '../src/schema/context.ts';

/** Returns the part of a key's context that reads need, without HTTP. */
export function contextOf({ prisma }: Database, accountId: bigint): Context {
  const caller = { accountId, plan: 'business', keyId: 1n, scopes: new Set(SCOPES) };
  return { caller, db: prisma } as unknown as Context;
}
