import { type Command, InvalidArgumentError } from 'commander';
import { type Output, print } from './print.ts';
import { type CommandSession, type Use, withDatabase } from './run.ts';

type CommandOptions = Record<string, unknown>;

/**
 * Returns a command's action, which works on the database and prints the result.
 *
 * @param use whether the command creates an embedded database if there is none
 */
export function actionOf(
  work: (session: CommandSession, options: CommandOptions) => Promise<object>,
  use: Pick<Use, 'mayCreate'> = {},
) {
  return async (_options: CommandOptions, command: Command) => {
    const { json, audit, ...options } = command.optsWithGlobals<CommandOptions>();
    const output = await withDatabase((session) => work(session, options), {
      ...use,
      isAudited: audit === true,
    });
    print(output as Output, json === true);
  };
}

/** Parses the id of a record. */
export function toId(value: string): bigint {
  if (!/^\d{1,16}$/.test(value)) throw new InvalidArgumentError('It must be an id.');
  return BigInt(value);
}
