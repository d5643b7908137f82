import { pino, type Logger } from 'pino';

export type { Logger };

/** Lines are written when there are as many bytes of them, or after as many milliseconds, and at the end. */
const BLOCK_BYTES = 4_096;
const FLUSH_MS = 100;

/** What must never reach a log, wherever a bound object carries it. */
const SECRETS = [
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers["idempotency-key"]',
  'res.headers["set-cookie"]',
  '*.password',
  '*.key',
  '*.secret',
];

/**
 * The process's log: JSON lines on stderr, or readable ones on a terminal. Stdout is kept for what
 * was asked for: the addresses at the start, a command's answer.
 */
export function createLog(level: string): Logger {
  const options = {
    level,
    redact: { paths: SECRETS, censor: '[redacted]' },
    serializers: { err: describeError },
    base: undefined,
  };
  if (process.stderr.isTTY) {
    return pino({ ...options, transport: { target: 'pino-pretty', options: { destination: 2 } } });
  }
  return pino(
    { ...options, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: false, minLength: BLOCK_BYTES, periodicFlush: FLUSH_MS }),
  );
}

/** What is told of an error. Drivers hang whole connections on theirs, with queries and their values. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return { type: name, message, code, stack, cause: cause && describeError(cause) };
}
