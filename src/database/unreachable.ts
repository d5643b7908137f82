/** SQLSTATEs of a server that is stopping, starting, full or read-only during a failover. */
const SQLSTATES = /^(08...|57P0[1-5]|53300|25006)$/;
const SYSTEM = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const PRISMA = /^(P1001|P1002|P1008|P1017|P2024|P2028|P2037)$/;
const DRIVER =
  /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections|TlsConnectionError)$/;
const MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;

/** Whether `error` says that the database cannot be reached now, as opposed to a fault of ours. */
export function isUnreachable(error: unknown): boolean {
  for (let cause = error, depth = 0; cause && typeof cause === 'object' && depth < 6; depth++) {
    const { code, originalCode, kind, message } = cause as Record<string, unknown>;
    if ([code, originalCode].some((c) => typeof c === 'string' && isOutage(c))) return true;
    if (typeof kind === 'string' && DRIVER.test(kind)) return true;
    if (typeof message === 'string' && MESSAGES.test(message)) return true;
    cause = causeOf(cause);
  }
  return false;
}

function isOutage(code: string): boolean {
  return SQLSTATES.test(code) || SYSTEM.test(code) || PRISMA.test(code);
}

function causeOf(error: object): unknown {
  const { cause, originalError, meta, errors } = error as Record<string, unknown>;
  const driver = (meta as Record<string, unknown> | undefined)?.driverAdapterError;
  return cause ?? originalError ?? driver ?? (Array.isArray(errors) ? errors[0] : undefined);
}
