import { terminalJson, terminalText } from 'provender-client/terminal';
import { PROVENDER } from '../version.ts';

/** The output of a command: one record or a list of them, with the interface's names. */
export type Output = Record<string, unknown> | Record<string, unknown>[];

/** Prints the next command to run on stderr, in a form that can be pasted. */
export function printNext(why: string, command: string): void {
  process.stderr.write(`${terminalText(`${why} ${PROVENDER} ${command}`)}\n`);
}

/** Prints JSON for scripts, aligned text for people. */
export function print(output: Output, asJson: boolean): void {
  process.stdout.write(asJson ? `${jsonOf(output)}\n` : toText(output));
}

/** Returns a value as JSON that can be shown in a terminal. */
function jsonOf(value: unknown): string {
  return terminalJson(JSON.stringify(value, toJson));
}

function toJson(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

function toText(output: Output): string {
  if (!Array.isArray(output)) return toLines(output);
  return output.length > 0 ? output.map(toLines).join('\n') : 'none\n';
}

function toLines(record: Record<string, unknown>): string {
  const width = Math.max(...Object.keys(record).map((name) => name.length));
  const lines = Object.entries(record).map(([name, value]) => `${name.padEnd(width)}  ${valueText(value)}`);
  return `${lines.join('\n')}\n`;
}

function valueText(value: unknown): string {
  if (value == null) return '-';
  if (value instanceof Date) return value.toISOString();
  return terminalText(Array.isArray(value) ? value.map(inList).join(', ') || 'none' : String(value));
}

function inList(value: unknown): string {
  return typeof value === 'object' ? jsonOf(value) : String(value);
}
