import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Environment, JOINED, ownEnvironment, type Ended, ROOT } from './process.ts';

/** Runs a command of the command line to its end. */
export type RunCommand = (...args: string[]) => Promise<Ended>;

/**
 * Returns a function that runs commands one after the other in one process, which starts with the first and
 * ends with the file. A process for each would take ten times as long.
 */
export function useCommands(environment: () => Environment): RunCommand {
  let child: ChildProcess | undefined;
  const waiting: PromiseWithResolvers<Ended>[] = [];
  function start(): ChildProcess {
    const env = { ...ownEnvironment(), ...environment() };
    const process = fork(join(ROOT, JOINED, 'commands.js'), [], { cwd: ROOT, env });
    process.on('message', (result: Ended) => waiting.shift()!.resolve(result));
    process.once('exit', (code) => {
      for (const { reject } of waiting.splice(0))
        reject(new Error(`the commands' process ended with ${code}`));
    });
    return process;
  }
  afterAll(() => child?.disconnect());
  return (...args) => {
    child ??= start();
    const result = Promise.withResolvers<Ended>();
    waiting.push(result);
    child.send(args);
    return result.promise;
  };
}
