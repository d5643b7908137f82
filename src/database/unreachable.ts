import { ShareError } from '@provender/fair-pool/fair-queue';

/** SQLSTATEs of a server that is stopping, starting, full, or read-only during a failover. */
const OUTAGE_SQLSTATES = /^(08...|57P0[1-5]|53300|25006)$/;
const QUERY_CANCELED = '57014';
const LOCK_NOT_AVAILABLE = '55P03';
/** Codes of a cancelled statement: in a deadlock, or for replication on a standby. */
const CONFLICTS = new Set<unknown>(['40001', '40P01', 'P2034']);
const SYSTEM = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const PRISMA = /^(P1001|P1002|P1008|P1017|P2024|P2028|P2037)$/;
const DRIVER =
  /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections|TlsConnectionError)$/;
const MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|not queryable/;

/** Returns whether `error` means that the database is unreachable, as opposed to a bug. */
export function isUnreachable(error: unknown): boolean {
  return causesOf(error).some(({ code, originalCode, kind, message }) => {
    if ([code, originalCode].some((c) => typeof c === 'string' && isOutage(c))) return true;
    if (typeof kind === 'string' && DRIVER.test(kind)) return true;
    return typeof message === 'string' && MESSAGES.test(message);
  });
}

/** Returns whether `error` means that the server cancelled a statement that took too long. */
export function isOverdue(error: unknown): boolean {
  return causesOf(error).some((cause) => [cause.code, cause.originalCode].includes(QUERY_CANCELED));
}

/** Returns whether `error` means that a statement waited longer for a lock than its `lock_timeout`. */
export function isLocked(error: unknown): boolean {
  return causesOf(error).some((cause) => [cause.code, cause.originalCode].includes(LOCK_NOT_AVAILABLE));
}

/** Returns whether `error` means that the server cancelled a statement which can be repeated. */
export function isInConflict(error: unknown): boolean {
  return causesOf(error).some(({ code, originalCode }) => CONFLICTS.has(originalCode ?? code));
}

/** Returns whether `error` means that a record was removed before it was read again. */
export function isRecordGone(error: unknown): boolean {
  return causesOf(error).some(({ code }) => code === 'P2025');
}

/**
 * Returns whether `error` means that a subject waited too long for its share of the connections or of the
 * process.
 */
export function isCrowded(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof ShareError);
}

/**
 * Returns whether `error` means that a subject waited too long for other subjects, while it had no slot
 * itself.
 */
export function isCrowdedOut(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof ShareError && cause.isByOthers);
}

/** Returns `error` and its causes, as the libraries in between report them. */
export function causesOf(error: unknown): Record<string, unknown>[] {
  const causes: Record<string, unknown>[] = [];
  for (let cause = error; cause && typeof cause === 'object' && causes.length < 6; cause = causeIn(cause)) {
    causes.push(cause as Record<string, unknown>);
  }
  return causes;
}

function isOutage(code: string): boolean {
  return OUTAGE_SQLSTATES.test(code) || SYSTEM.test(code) || PRISMA.test(code);
}

function causeIn(error: object): unknown {
  const { cause, originalError, meta, errors } = error as Record<string, unknown>;
  const driver = (meta as Record<string, unknown> | undefined)?.driverAdapterError;
  return cause ?? originalError ?? driver ?? (Array.isArray(errors) ? errors[0] : undefined);
}
