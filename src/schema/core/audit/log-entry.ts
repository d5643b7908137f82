import type { Logger } from '../../../log.ts';
import type { AuditAction } from './actions.ts';
import type { Actor } from '../caller/actors.ts';
import type { AuditDetails } from './write-entry.ts';

/** The actions in the program's log. The last two are only there, because they belong to no account. */
export type LoggedAction = AuditAction | 'account.refused' | 'email.released';

/** The actor and the account; strangers have no account. */
interface LoggedActor {
  actor: Actor;
  accountId?: bigint | undefined;
}

/** Writes an audit line to the program's log. */
export function logEntry(
  log: Logger,
  action: LoggedAction,
  { actor, accountId }: LoggedActor,
  details: AuditDetails = {},
): void {
  const { keyId, sessionId, systemName, address } = actor;
  const line = {
    audit: action,
    ...(accountId !== undefined && { account: String(accountId) }),
    ...(keyId !== undefined && { byKey: String(keyId) }),
    ...(sessionId !== undefined && { bySession: String(sessionId) }),
    ...(systemName !== undefined && { by: systemName }),
    ...(address !== undefined && { address }),
    ...details,
  };
  log.info(line, 'audit');
}
