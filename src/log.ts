import { pino, type Logger } from 'pino';

export type { Logger };

/** Lines are written once this many bytes or milliseconds have accumulated, and at exit. */
const BLOCK_BYTES = 4_096;
const FLUSH_MS = 100;

/** The maximum length of a line including its newline: enough for an error with its stack. */
const MAX_LINE_BYTES = 4_096;
const CUT = '… [cut]';

/** Properties that must never reach a log, wherever they occur in a bound object. */
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
 * Creates the process's log: JSON lines on stderr, or readable ones on a terminal. Stdout is reserved for output: the
 * addresses at the start, the result of a command.
 */
export function createLog(level: string): Logger {
  const options = {
    level,
    redact: { paths: SECRETS, censor: '[redacted]' },
    serializers: { err: describeError },
    hooks: { streamWrite: shorten },
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

/**
 * Returns the loggable parts of an error. Drivers attach whole connections to errors, with queries and their values.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return { type: name, message, code, stack, cause: cause && describeError(cause) };
}

/** Shortens the longest texts of a line until it fits; this is rarely needed. */
export function shorten(line: string): string {
  if (line.length * 3 <= MAX_LINE_BYTES || Buffer.byteLength(line) <= MAX_LINE_BYTES) return line;
  const record = JSON.parse(line) as unknown;
  for (let limit = 2_000; limit >= 15; limit = Math.floor(limit / 2)) {
    const shorter = `${JSON.stringify(record, (_name, value: unknown) => cut(value, limit))}\n`;
    if (Buffer.byteLength(shorter) <= MAX_LINE_BYTES) return shorter;
  }
  const { level, time } = record as Record<string, unknown>;
  return `${JSON.stringify({ level, time, msg: 'the line was too long' })}\n`;
}

function cut(value: unknown, limit: number): unknown {
  if (typeof value === 'string' && value.length > limit) return value.slice(0, limit) + CUT;
  return Array.isArray(value) ? value.slice(0, limit) : value;
}
