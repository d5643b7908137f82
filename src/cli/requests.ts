import type { Command } from 'commander';
import { COMMANDS, type LoggedRequest, requestFilterIn, requestLine } from 'provender-client/command';
import { findAccount } from '../schema/people/account/find-account.ts';
import { instant } from '../schema/core/noun/rules.ts';
import { valid } from '../schema/core/noun/valid.ts';
import { type LoggedRequest as Row, readLogged } from '../schema/insight/request/read-logged.ts';
import { createRequestStream } from '../schema/insight/request/request-stream.ts';
import { withDatabase } from './run.ts';
import { declareOptions } from './workbench.ts';

/** The period whose requests are printed first: the last minute. */
const LATEST_MS = 60_000;

interface TailOptions {
  follow: boolean;
  json?: boolean;
  account: string;
  since?: string;
  [option: string]: unknown;
}

/**
 * Adds the command that follows the request log. With an API key, the client's package executes it; with an
 * account, it reads the database.
 */
export function addRequestsCommands(program: Command): Command {
  const { requests: info } = COMMANDS;
  const requests = program.command('requests').description(info.summary);
  const tail = requests
    .command('tail')
    .description('print requests as they end, until interrupted')
    .option('--account <email>', 'all requests of an account, from the database, instead of those of a key');
  declareOptions(tail, info);
  tail.action(async (_options: object, command: Command) => {
    const options = command.optsWithGlobals<TailOptions>();
    const filter = requestFilterIn({
      one: (option) => options[inCamelCase(option)] as string | undefined,
      has: (option) => options[inCamelCase(option)] !== undefined,
    });
    const since = new Date(
      options.since === undefined ? Date.now() - LATEST_MS : valid(instant, options.since),
    );
    await withDatabase(
      async ({ config, database: { prisma } }) => {
        const { id: accountId } = await findAccount(prisma, options.account);
        const days = config.REQUEST_LOG_DAYS;
        const stream = createRequestStream(
          await readLogged(prisma, { caller: { accountId }, filter, days, since }),
        );
        const stop = () => stream.end();
        process.once('SIGINT', stop).once('SIGTERM', stop);
        // The reader of a pipe is gone, as in `provender requests tail | head`.
        process.stdout.once('error', stop);
        const rows = options.follow ? stream : await stream.rest();
        for await (const row of rows)
          process.stdout.write(requestLine(loggedRequestOf(row), options.json === true));
        process.off('SIGINT', stop).off('SIGTERM', stop);
        process.stdout.off('error', stop);
      },
      { isAudited: false },
    );
  });
  return requests;
}

function loggedRequestOf({ requestId, receivedAt, keyId, ...same }: Row): LoggedRequest {
  return {
    ...same,
    id: requestId,
    receivedAt: receivedAt.toISOString(),
    keyId: keyId === null ? null : String(keyId),
  };
}

function inCamelCase(option: string): string {
  return option.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
}
