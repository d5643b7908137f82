import { expect } from 'vitest';
import type { Result } from './process.ts';

/** What the first start tells of its demo account. */
export interface Demo {
  email: string;
  password: string;
  key: string;
  /** The command line to paste. */
  curl: string;
}

/** Reads the demo account from what a service said at its first start. */
export function demoOf(stdout: string): Demo {
  const find = (pattern: RegExp) => {
    const [, value] = pattern.exec(stdout) ?? [];
    if (value === undefined) throw new Error(`there is no ${pattern} in:\n${stdout}`);
    return value;
  };
  return {
    email: find(/^ *e-mail +(\S+)$/m),
    password: find(/^ *password +(\S+)$/m),
    key: find(/^ *API key +(prv_\w+)$/m),
    curl: find(/^ *(curl .+)$/m),
  };
}

/** The lines of a service's stderr that are no ordinary log line, nor npm's: warnings, errors, anything else. */
export function complaintsIn(stderr: string): string[] {
  return stderr.split('\n').filter((line) => line !== '' && !/^(\{"level":[123]0,|npm )/.test(line));
}

/** What commands say when they use a database that no service runs on. */
export const UNSERVED = /^Using the embedded database in (\S+), which no running service uses\. .+\n/;

/** The one JSON value that a successful command printed, and nothing else. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
export function jsonOf(result: Result): any {
  expect({ ...result, stderr: result.stderr.replace(UNSERVED, '') }).toMatchObject({ code: 0, stderr: '' });
  expect(result.stdout).toMatch(/^[^\n]+\n$/);
  return JSON.parse(result.stdout);
}
