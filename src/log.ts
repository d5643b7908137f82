import { pino, type Logger } from 'pino';

export type { Logger };

/** Lines are written when there are as many bytes of them, or after as many milliseconds, and at the end. */
const BLOCK_BYTES = 4_096;
const FLUSH_MS = 100;

/** What a line may have, its newline included: enough for an error with its stack. */
const MAX_LINE_BYTES = 4_096;
const CUT = '… [cut]';

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

/** What is told of an error. Drivers hang whole connections on theirs, with queries and their values. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return { type: name, message, code, stack, cause: cause && describeError(cause) };
}

/** Cuts the longest texts of a line, until it is short enough; hardly any ever is not. */
export function shorten(line: string): string {
  if (line.length * 3 <= MAX_LINE_BYTES || Buffer.byteLength(line) <= MAX_LINE_BYTES) return line;
  const record = JSON.parse(line) as unknown;
  for (let limit = 2_000; limit >= 15; limit = Math.floor(limit / 2)) {
    const shorter = `${JSON.stringify(record, (_name, value: unknown) => cut(value, limit))}\n`;
    if (Buffer.byteLength(shorter) <= MAX_LINE_BYTES) return shorter;
  }
  const { level, time } = record as Record<string, unknown>;
  return `${JSON.stringify({ level, time, msg: 'a line that was too long' })}\n`;
}

function cut(value: unknown, limit: number): unknown {
  if (typeof value === 'string' && value.length > limit) return value.slice(0, limit) + CUT;
  return Array.isArray(value) ? value.slice(0, limit) : value;
}
