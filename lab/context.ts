import { pino } from 'pino';
import { domainSettingsOf, readConfig } from '../src/config.ts';
import type { Db } from '../src/database/connect.ts';
import { SCOPES } from '../src/schema/core/caller/scopes.ts';
import type { Caller, Context } from '../src/schema/core/context.ts';
import { createSecretBox } from '../src/schema/core/secret/secret-box.ts';

export const silentLog = pino({ level: 'silent' });
export const settings = { ...domainSettingsOf(readConfig({ SIGNUP: 'true' })), secrets: createSecretBox([]) };

/** Returns the context of a caller for calling the domain directly, without HTTP and its limits. */
export function contextOf(db: Db, caller: Caller | null): Context {
  return { caller, db, log: () => silentLog, announce() {}, settings };
}

/** Returns an account's key with these scopes as a caller (default: all). */
export function keyOf(accountId: bigint, scopes: readonly (typeof SCOPES)[number][] = SCOPES): Caller {
  return { accountId, plan: 'business', keyId: 1n, scopes: new Set(scopes) };
}
