import { z } from 'zod';
import type { Db } from '../../database/connect.ts';
import { text } from '../rules.ts';
import { valid } from '../valid.ts';
import { hashOf, newKey } from './key-format.ts';
import { type Scope, SCOPES } from './scopes.ts';

/** What is chosen for a key, its expiry aside. */
export const keyRules = {
  name: text(),
  scopes: z
    .array(z.enum(SCOPES, { error: ({ input }) => `has an unknown scope: ${String(input)}` }))
    .min(1, 'must name at least one scope')
    .transform((scopes) => [...new Set(scopes)]),
};

const IssueKey = z.strictObject({
  ...keyRules,
  expiresAt: z.date('must be an ISO 8601 time').nullish(),
});

/** A key as it is shown once, when it is issued or rotated. */
export interface IssuedKey {
  id: bigint;
  /** The value; it is not stored and cannot be shown again. */
  key: string;
  name: string;
  scopes: Scope[];
  expiresAt: Date | null;
}

/** Issues a key for an account. @throws AppError `validation_error` */
export async function issueKey(db: Db, accountId: bigint, input: unknown): Promise<IssuedKey> {
  const { name, scopes, expiresAt } = valid(IssueKey, input);
  const key = newKey();
  const { id } = await db.apiKey.create({
    data: { accountId, name, scopes, expiresAt, ...secretOf(key) },
    select: { id: true },
  });
  return { id, key, name, scopes, expiresAt: expiresAt ?? null };
}

/** What is stored of a key's value. */
export function secretOf(key: string) {
  return { secretHash: new Uint8Array(hashOf(key)), lastFour: key.slice(-4) };
}
