import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The environment variables that PostgreSQL's programs may need; others can hold secrets of the service. */
const NEEDED = /^(?:PATH|LANG|LANGUAGE|LC_\w+|TZ|TZDIR|TMPDIR|LD_LIBRARY_PATH|DYLD_\w+)$/;

interface RunOptions {
  uid?: number;
  gid?: number;
  cwd?: string;
}

/** Runs a program to its end, with a minimal environment, which the programs that it starts inherit. */
export function run(program: string, args: string[], options: RunOptions = {}) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => NEEDED.test(name)));
  return promisify(execFile)(program, args, { ...options, env });
}
