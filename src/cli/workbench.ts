import type { Command } from 'commander';
import { type CommandInfo, COMMANDS } from 'provender-client/command';

/** The command that reads the database if it has an account; the client's package cannot do that. */
const REQUESTS = 'requests';
const READS_DATABASE = /^(--account(=|$)|--help$|-h$)/;

/**
 * Declares the commands of the client's package, for the help and the reference. `runCommand` passes them to
 * that package, so that they start without the domain.
 */
export function declareWorkbench(program: Command): void {
  for (const [name, info] of Object.entries<CommandInfo>(COMMANDS)) {
    if (name === REQUESTS) continue;
    const command = program.command(name).description(info.summary);
    if (info.argument) command.argument(`<${info.argument}>`);
    declareOptions(command, info);
  }
}

/** Declares the options of a command of the client's package. */
export function declareOptions(command: Command, { options }: CommandInfo): void {
  for (const [option, { value, description, isRequired }] of Object.entries(options)) {
    const flags = value ? `--${option} <${value}>` : `--${option}`;
    if (isRequired) command.requiredOption(flags, description);
    else command.option(flags, description);
  }
}

/** Returns the arguments of a command of the client's package; undefined for other commands. */
export function workbenchArguments(args: readonly string[]): string[] | undefined {
  // The options before the command apply to every command.
  const place = args.findIndex((arg) => !arg.startsWith('-'));
  const [name, topic] = args.slice(place);
  if (name === REQUESTS && (topic === undefined || args.some((arg) => READS_DATABASE.test(arg))))
    return undefined;
  if (name === 'help' && topic !== REQUESTS && isWorkbench(topic)) return [topic, '--help'];
  return isWorkbench(name) ? [name, ...args.toSpliced(place, 1)] : undefined;
}

function isWorkbench(name: string | undefined): name is string {
  return name !== undefined && Object.hasOwn(COMMANDS, name);
}
