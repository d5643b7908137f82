import { expect } from 'vitest';
import type { Ended } from './process.ts';

/** The demo account, as printed at the first start. */
export interface Demo {
  email: string;
  password: string;
  key: string;
  /** The command line to paste. */
  curl: string;
}

/** Parses the demo account from the output of a first start. */
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

/** Returns the lines on stderr that are neither ordinary log lines nor npm's: warnings, errors and so on. */
export function complaintsIn(stderr: string): string[] {
  return stderr.split('\n').filter((line) => line !== '' && !/^(\{"level":[123]0,|npm )/.test(line));
}

/** The message of commands that use or create a database without a running service. */
export const UNSERVED =
  /^(?:Using the|Created an) embedded database in (\S+), (?:which no running service uses|because DATABASE_URL is not set)\. .+\n/;

/** The one JSON value that a successful command printed, and nothing else. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
export function jsonOf(result: Ended): any {
  expect({ ...result, stderr: result.stderr.replace(UNSERVED, '') }).toMatchObject({ code: 0, stderr: '' });
  expect(result.stdout).toMatch(/^[^\n]+\n$/);
  return JSON.parse(result.stdout);
}
