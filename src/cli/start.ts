import { type Command, InvalidArgumentError, Option } from 'commander';

const MAX_PROCESSES = 64;

/** Describes how the service starts to a command; its options are those of `npm start`. */
export function declareStart(command: Command): Command {
  return command
    .description('start the service: API and worker, by default in one process')
    .addOption(new Option('--api-only', 'serve requests, run no jobs').conflicts('workerOnly'))
    .addOption(new Option('--worker-only', 'run jobs, serve no requests').conflicts('processes'))
    .addOption(
      new Option('--processes <count>', 'serve requests in several processes, of which one runs the jobs')
        .argParser(readCount)
        .default(1),
    );
}

function readCount(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= MAX_PROCESSES) return count;
  throw new InvalidArgumentError(`must be an integer from 1 to ${MAX_PROCESSES}.`);
}
