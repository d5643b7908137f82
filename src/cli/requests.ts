import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { terminalText } from '../../clients/typescript/command/terminal-text.ts';
import { findAccount } from '../schema/account/find-account.ts';
import { type LoggedLine, readByKey, readFromDatabase, type ReadRequests } from './read-requests.ts';
import { jsonOf } from './print.ts';
import { withDatabase } from './run.ts';

/** A request is logged up to a second after it ended, by each process in its own time. */
const OVERLAP_MS = 60_000;
const EVERY_S = 5;

interface TailOptions {
  failed?: boolean;
  follow: boolean;
  json?: boolean;
  every: number;
  account?: string;
  url?: string;
  key?: string;
}

/** Adds the command that follows the request log. */
export function addRequestsCommands(program: Command): Command {
  const requests = program.command('requests').description('follow the request log');
  requests
    .command('tail')
    .description('print requests as they end, until interrupted')
    .option('--failed', 'print failed requests only')
    .option('--no-follow', 'print the requests of the last minute and end')
    .option('--every <seconds>', 'how often to ask', toSeconds, EVERY_S)
    .addOption(
      new Option('--account <email>', 'all requests of an account, from the database').conflicts(['key']),
    )
    .addOption(new Option('--url <url>', 'the address of the service').env('PROVENDER_URL'))
    .addOption(
      new Option('--key <key>', 'the requests of this API key, from the service').env('PROVENDER_API_KEY'),
    )
    .action(async (_options: object, command: Command) => {
      const options = command.optsWithGlobals<TailOptions>();
      const { account, url, key } = options;
      if (account !== undefined) {
        return withDatabase(
          async ({ database: { prisma } }) => {
            const { id } = await findAccount(prisma, account);
            await tail(readFromDatabase(prisma, id, options.failed === true), options);
          },
          { isAudited: false },
        );
      }
      if (url === undefined || key === undefined) {
        throw new Error('Set --account, or --url and --key (PROVENDER_URL and PROVENDER_API_KEY)');
      }
      return tail(readByKey(url, key, options.failed === true), options);
    });
  return requests;
}

/** Prints each request once, in the order in which they are found, until interrupted. */
async function tail(read: ReadRequests, { follow, json = false, every }: TailOptions): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const printed = new Map<string, number>();
  do {
    const since = Date.now() - OVERLAP_MS;
    for (const [id, at] of printed) if (at < since) printed.delete(id);
    for (const { position, line } of await read(new Date(since))) {
      if (printed.has(position)) continue;
      printed.set(position, Date.parse(line.received_at));
      process.stdout.write(`${json ? jsonOf(line) : textOf(line)}\n`);
    }
    if (follow) await sleep(every * 1_000, undefined, { signal: stopping.signal }).catch(() => {});
  } while (follow && !stopping.signal.aborted);
  process.off('SIGINT', stop).off('SIGTERM', stop);
}

function textOf(line: LoggedLine): string {
  const { received_at, status, method, path, operation, code, field, duration_ms, key, id } = line;
  const parts = [
    received_at,
    status ?? '---',
    method,
    path,
    operation,
    code,
    field,
    `${duration_ms} ms`,
    key,
    id,
  ];
  return terminalText(parts.filter((part) => part !== null).join('  '));
}

function toSeconds(value: string): number {
  const seconds = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (seconds >= 1) return seconds;
  throw new InvalidArgumentError('It must be a number of seconds from 1 to 99999.');
}
