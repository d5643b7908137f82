import closeWithGrace from 'close-with-grace';
import { Command, CommanderError, Option } from 'commander';
import { announce } from './announce.ts';
import { readConfig } from './config.ts';
import { lineOf } from './error-line.ts';
import { createLog } from './log.ts';
import { type Role, startService } from './service.ts';

const STOP_TIMEOUT_MS = 15_000;
const ECHO_MS = 300;
const USAGE_ERROR = 2;

async function main(): Promise<void> {
  const role = readRole();
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  // graphile-worker traces to the console what it also logs; stderr is for the log alone.
  // oxlint-disable-next-line no-console -- not written to, but kept from being so
  console.trace = () => {};

  const stopping = new AbortController();
  let service: ReturnType<typeof startService> | undefined;
  const grace = closeWithGrace(
    { delay: STOP_TIMEOUT_MS, logger: false, skip: ['SIGINT', 'SIGTERM'] },
    async ({ err }) => {
      if (err) log.fatal({ err }, 'the service stops because of an unexpected error');
      stopping.abort();
      await service?.then(
        ({ stop }) => stop(),
        () => {},
      );
      log.flush();
    },
  );
  onStopSignal(grace.close);
  service = startService(config, role, log, stopping.signal);
  await service.then(announce, (error) => {
    if (!stopping.signal.aborted) throw error;
  });
}

/** Calls `stop` at the first signal to stop; a second one exits at once. */
function onStopSignal(stop: () => void): void {
  // npm passes on to us what the terminal or the service manager has sent to both of us already.
  const echoMs = process.env.npm_lifecycle_event === undefined ? 0 : ECHO_MS;
  let firstAt: number | undefined;
  let isEchoDue = true;
  function onSignal(): void {
    if (firstAt === undefined) {
      firstAt = performance.now();
      stop();
    } else if (isEchoDue && performance.now() - firstAt < echoMs) {
      isEchoDue = false;
    } else {
      process.exit(1);
    }
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
}

function readRole(): Role {
  const command = new Command('provender')
    .description('Starts the service: API and worker in one process, unless told otherwise.')
    .addOption(new Option('--api-only', 'answer requests, run no jobs').conflicts('workerOnly'))
    .addOption(new Option('--worker-only', 'run jobs, answer no requests'))
    .exitOverride()
    .parse();
  const { apiOnly, workerOnly } = command.opts<{ apiOnly?: true; workerOnly?: true }>();
  return apiOnly ? 'api' : workerOnly ? 'worker' : 'all';
}

main().catch((error: Error) => {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : USAGE_ERROR);
  process.stderr.write(`${lineOf(error)}\n`);
  process.exit(1);
});
