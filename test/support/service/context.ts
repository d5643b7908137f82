import { pino } from 'pino';
import { domainSettingsOf, readConfig } from '../../../src/config.ts';
import type { Db } from '../../../src/database/connect.ts';
import type { Caller, Context, Settings } from '../../../src/schema/core/context.ts';
import { secrets } from './secrets.ts';

/** The default settings, with the secrets of the test services. */
export const settings: Settings = { ...domainSettingsOf(readConfig({})), secrets };

/** Returns a context for the domain's verbs and operations, without HTTP. */
export function contextFor(caller: Caller | null, db: Db): Context {
  return { caller, db, log: () => pino({ level: 'silent' }), announce() {}, settings };
}
