import { run } from './run.ts';
import { terminalLines } from './terminal-text.ts';

// The service's own command imports these as well.
export type { LoggedRequest } from './follow-requests.ts';
export { type CommandInfo, COMMANDS } from './options.ts';
export { requestFilterIn } from './run.ts';
export { requestLine } from './tail-requests.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a command in this process until its end, or a signal, which ends it without an error. Returns the exit
 * code.
 */
export async function runHere(args: readonly string[]): Promise<number> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of SIGNALS) process.on(signal, stop);
  // The reader of a pipe is gone, as in `provender listen | head`.
  process.stdout.on('error', stop);
  const code = await run(args, {
    env: process.env,
    out: (text) => void process.stdout.write(terminalLines(text)),
    err: (text) => void process.stderr.write(terminalLines(text)),
    signal: stopping.signal,
  });
  for (const signal of SIGNALS) process.off(signal, stop);
  process.stdout.off('error', stop);
  return stopping.signal.aborted ? 0 : code;
}
