import { pino, type Logger } from 'pino';
import pretty from 'pino-pretty';
import { terminalJson, terminalLines, terminalText } from 'provender-client/terminal';

export type { Logger };

/** Lines are written once this many bytes or milliseconds have accumulated, and at exit. */
const LOG_BLOCK_BYTES = 4_096;
const LOG_FLUSH_MS = 100;

/** The maximum length of a line including its newline: enough for an error with its stack. */
const MAX_LOG_LINE_BYTES = 4_096;
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
 * Creates the process's log: JSON lines on stderr, or readable ones on a terminal. Stdout is reserved for
 * output: the addresses at the start, the result of a command.
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
    return pino(options, { write: (line) => void process.stderr.write(terminalLine(line)) });
  }
  return pino(
    { ...options, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: false, minLength: LOG_BLOCK_BYTES, periodicFlush: LOG_FLUSH_MS }),
  );
}

const prettify = pretty.prettyFactory({ singleLine: true, colorize: process.stderr.hasColors?.() ?? false });

/** The files that pages load: a page has dozens, which would push what the start printed off the screen. */
const FILES = /^\/\w+\/assets\//;

/**
 * Returns a line of the log as a terminal shows it: a request that did not fail in one short line, files of
 * pages in none.
 */
export function terminalLine(line: string): string {
  const shown = harmless(line);
  const { level, time, req, res, responseTime } = JSON.parse(shown) as TerminalRecord;
  if (!req || !res || level > pino.levels.values.info!) return prettify(shown);
  if (res.status < 400 && FILES.test(req.url)) return '';
  const clock = new Date(time).toTimeString().slice(0, 8);
  return `[${clock}] ${req.method} ${req.url} ${res.status} in ${responseTime} ms\n`;
}

interface TerminalRecord {
  level: number;
  time: number;
  /** Only in lines of requests. */
  req?: { method: string; url: string };
  res?: { status: number };
  responseTime?: number;
}

/**
 * Returns the loggable parts of an error. Drivers attach whole connections to errors, with queries and their
 * values.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return { type: name, message, code, stack, cause: cause && describeError(cause) };
}

/**
 * Returns a line in which nothing acts on a terminal, such as the reversal of text. Shortens its longest
 * texts until it fits, which is rarely needed.
 */
export function shorten(line: string): string {
  const escaped = escape(line);
  if (escaped.length * 3 <= MAX_LOG_LINE_BYTES || Buffer.byteLength(escaped) <= MAX_LOG_LINE_BYTES)
    return escaped;
  const record = JSON.parse(line) as unknown;
  for (let limit = 2_000; limit >= 15; limit = Math.floor(limit / 2)) {
    const shorter = escape(`${JSON.stringify(record, (_name, value: unknown) => cutTexts(value, limit))}\n`);
    if (Buffer.byteLength(shorter) <= MAX_LOG_LINE_BYTES) return shorter;
  }
  const { level, time } = record as Record<string, unknown>;
  return `${JSON.stringify({ level, time, msg: 'the line was too long' })}\n`;
}

/** Matches any character outside of ASCII, which is faster than a search for unsafe ones and rarely found. */
const NOT_ASCII = /[^\n -~]/;

/** Returns a line of JSON in which characters that terminals interpret are escaped. */
function escape(line: string): string {
  return NOT_ASCII.test(line) ? /* guard: escaped-line */ `${terminalJson(line.slice(0, -1))}\n` : line;
}

/** Returns a line whose texts can be shown as they are: `pino-pretty` unescapes them. */
function harmless(line: string): string {
  return `${JSON.stringify(JSON.parse(line, withoutActing))}\n`;
}

function withoutActing(name: string, value: unknown): unknown {
  if (/* guard: logged-value */ typeof value !== 'string') return value;
  return name === 'stack' ? terminalLines(value) : terminalText(value);
}

function cutTexts(value: unknown, limit: number): unknown {
  if (typeof value === 'string' && value.length > limit) return value.slice(0, limit) + CUT;
  return Array.isArray(value) ? value.slice(0, limit) : value;
}
