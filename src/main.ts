import cluster from 'node:cluster';
import closeWithGrace from 'close-with-grace';
import { Command, CommanderError } from 'commander';
import { announce } from './announce.ts';
import { declareStart } from './cli/start.ts';
import { type Config, readConfig } from './config.ts';
import { errorLine } from './error-line.ts';
import { surviveRejections } from './http/server/unhandled-rejections.ts';
import { createLog, type Logger } from './log.ts';
import { requireGenerated } from './require-generated.ts';
import { receiveMessage, sendToPrimary, startOrdered } from './processes/start-ordered.ts';
import type { ProcessRole } from './role.ts';
import type { Service } from './service.ts';

const STOP_TIMEOUT_MS = 15_000;
const ECHO_MS = 300;
const USAGE_ERROR = 2;
const STOP_SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

interface ProgramOptions {
  role: ProcessRole;
  processes: number;
}

async function main(): Promise<void> {
  const { role, processes } = readOptions();
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  // graphile-worker traces to the console, beside its logger, each error that ends a runner, such as a lost
  // database. It has no option for that, and a stack trace between the lines of JSON would break what reads
  // the log.
  // oxlint-disable-next-line no-console -- overridden, not written to
  console.trace = () => {};

  surviveRejections(log);

  const stopping = new AbortController();
  let service: Promise<Service> | undefined;
  const grace = closeWithGrace(
    {
      delay: config.DRAIN_MS + STOP_TIMEOUT_MS,
      logger: false,
      skip: ['unhandledRejection', ...STOP_SIGNALS],
    },
    async ({ err }) => {
      if (err) log.fatal({ err }, 'the service stops because of an unexpected error');
      else if (config.DRAIN_MS > 0 && !cluster.isWorker) {
        log.info(
          `stopping: requests are served for another ${config.DRAIN_MS / 1_000} s (DRAIN_MS); press Ctrl-C again to exit at once`,
        );
      }
      stopping.abort();
      await service?.then(
        ({ stop }) => stop(),
        () => {},
      );
      log.flush();
    },
  );
  if (cluster.isWorker) onOrderToStop(grace.close);
  else onStopSignal(grace.close);
  service = startRole(config, { role, processes }, log, stopping.signal);
  const started = await service.catch((error) => {
    if (!stopping.signal.aborted) throw error;
  });
  if (!started) return;
  if (cluster.isWorker) return report(started);
  await announce(started).catch(async (error) => {
    await started.stop();
    throw error;
  });
}

/** Starts the service. Imports only what this process needs: a primary serves no requests. */
async function startRole(
  config: Config,
  { role, processes }: ProgramOptions,
  log: Logger,
  signal: AbortSignal,
): Promise<Service> {
  if (cluster.isWorker) return startOrdered(config, log);
  requireGenerated();
  if (processes > 1) {
    const { startProcesses } = await import('./processes/start-processes.ts');
    return startProcesses(config, { count: processes, role }, log, signal);
  }
  const { startService } = await import('./service.ts');
  return startService(config, role, log, signal);
}

/** Calls `stop` at the first stop signal; a second one exits at once. */
function onStopSignal(stop: () => void): void {
  // npm forwards signals that the terminal or service manager has already sent to this process.
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
  process.once('SIGHUP', stop);
}

/** Calls `stop` when the primary orders it, not at signals: terminals send these to all processes. */
function onOrderToStop(stop: () => void): void {
  for (const signal of STOP_SIGNALS) process.on(signal, () => {});
  void receiveMessage('stop').then(stop);
}

function report({ url, publicUrl }: Service): void {
  sendToPrimary({ type: 'ready', url, publicUrl });
}

function readOptions(): ProgramOptions {
  // Without the name of the command, which the processes of --processes inherit.
  const args = process.argv.slice(process.argv[2] === 'start' ? 3 : 2);
  const command = declareStart(new Command('provender start')).exitOverride().parse(args, { from: 'user' });
  const { apiOnly, workerOnly, processes } = command.opts<{
    apiOnly?: true;
    workerOnly?: true;
    processes: number;
  }>();
  return { role: apiOnly ? 'api' : workerOnly ? 'worker' : 'all', processes };
}

main().catch((error: Error) => {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : USAGE_ERROR);
  if (cluster.isWorker)
    return sendToPrimary({ type: 'failed', line: errorLine(error) }, () => process.exit(1));
  process.stderr.write(`${errorLine(error)}\n`);
  process.exit(1);
});
