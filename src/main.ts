import closeWithGrace from 'close-with-grace';
import { Command, CommanderError, Option } from 'commander';
import { announce } from './announce.ts';
import { readConfig } from './config.ts';
import { createLog } from './log.ts';
import { type Role, startService } from './service.ts';

const STOP_TIMEOUT_MS = 15_000;
const USAGE_ERROR = 2;

async function main(): Promise<void> {
  const role = readRole();
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);

  let service: ReturnType<typeof startService> | undefined;
  closeWithGrace({ delay: STOP_TIMEOUT_MS, logger: false }, async ({ err }) => {
    if (err) log.fatal({ err }, 'the service stops because of an unexpected error');
    await service?.then(({ stop }) => stop());
    log.flush();
  });
  service = startService(config, role, log);
  announce(await service);
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
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
