import { parseArgs } from 'node:util';
import { UsageError } from './errors.ts';

/** An option of a command. */
interface Option {
  /** The name of the option's value; an option without it is a switch. */
  value?: string;
  description: string;
  isRequired?: boolean;
  isRepeated?: boolean;
}

/** The description of a command, for its help and the reference. */
export interface CommandInfo {
  summary: string;
  /** The name of the command's argument. */
  argument?: string;
  options: Record<string, Option>;
  /** The text that follows the options in the help. */
  notes: string;
}

export const COMMANDS = {
  listen: {
    summary: 'show events as they happen, and send them to your own machine',
    options: {
      url: { value: 'url', description: 'address of the service (default: PROVENDER_URL)' },
      key: { value: 'key', description: 'API key (default: PROVENDER_API_KEY)' },
      'forward-to': { value: 'url', description: 'where to send the events that no --route takes' },
      route: {
        value: 'events=url',
        description: "where to send some events, such as 'delivery.*=http://127.0.0.1:4000/d'; repeatable",
        isRepeated: true,
      },
      events: { value: 'events', description: 'only these, separated by commas (default: all)' },
      since: { value: 'time|id', description: 'begin with the events since a time, or after an event' },
      replay: { value: 'n', description: 'begin with the latest n events (1 to 100)' },
      json: { description: 'print one JSON object per line' },
    },
    notes: `Events are signed as webhooks are, with a secret of this machine. Give it to your receiver.
After an interruption, the command continues with the next event; events are stored for 30 days.`,
  },
  trigger: {
    summary: 'send an example of an event to your own machine, without a service',
    argument: 'type',
    options: {
      'forward-to': { value: 'url', description: 'where to send the event', isRequired: true },
      set: {
        value: 'path=value',
        description: 'change the body, such as data.delivery_id=4711; repeatable',
        isRepeated: true,
      },
      json: { description: 'print one JSON object per line' },
    },
    notes:
      'The event is signed with the same secret as by listen. The exit code is 1 unless the response is a 2xx.',
  },
  requests: {
    summary: 'follow the request log',
    argument: 'tail',
    options: {
      url: { value: 'url', description: 'address of the service (default: PROVENDER_URL)' },
      key: { value: 'key', description: 'API key, whose requests are shown (default: PROVENDER_API_KEY)' },
      failed: { description: 'only failed requests' },
      status: { value: 'status', description: 'only with this HTTP status' },
      method: { value: 'method', description: 'only with this HTTP method' },
      path: { value: 'text', description: 'only with this text in the path' },
      endpoint: { value: 'endpoint', description: "only to this endpoint, such as 'POST /api/v1/returns'" },
      operation: { value: 'name', description: 'only GraphQL operations with this name' },
      code: { value: 'code', description: 'only with this error code, such as validation_error' },
      'idempotency-key': { value: 'key', description: 'only with this Idempotency-Key' },
      since: { value: 'time', description: 'begin with the requests since a time (default: now)' },
      'no-follow': { description: 'print the requests of the last minute, or since a time, and end' },
      json: { description: 'print one JSON object per line' },
    },
    notes: `Requests are printed a second or two after they end. One open stream counts as one request, whatever it prints.
After an interruption, or a wait for a rate limit, the command continues where it was.`,
  },
} as const satisfies Record<string, CommandInfo>;

export type CommandName = keyof typeof COMMANDS;

/** The parsed options and arguments. */
export interface Given {
  one: (name: string) => string | undefined;
  many: (name: string) => string[];
  has: (name: string) => boolean;
  arguments: string[];
}

/**
 * Parses the arguments after the name of a command.
 *
 * @throws UsageError
 */
export function parse(name: CommandName, args: readonly string[]): Given {
  const { options, argument }: CommandInfo = COMMANDS[name];
  const config = Object.entries(options).map(([option, { value, isRepeated = false }]) => [
    option,
    { type: value ? 'string' : 'boolean', multiple: isRepeated },
  ]);
  const parsed = parseStrictly(args, {
    ...Object.fromEntries(config),
    help: { type: 'boolean', short: 'h' },
  });
  const has = (option: string) => parsed.values[option] !== undefined;
  if (!has('help')) {
    const missing = Object.keys(options).find((option) => options[option]!.isRequired && !has(option));
    if (missing) throw new UsageError(`--${missing} is required`);
    if (parsed.positionals.length > (argument ? 1 : 0)) {
      throw new UsageError(`Unexpected argument '${parsed.positionals.at(-1)}'`);
    }
  }
  return {
    one: (option) => parsed.values[option] as string | undefined,
    many: (option) => (parsed.values[option] ?? []) as string[],
    has,
    arguments: parsed.positionals,
  };
}

function parseStrictly(
  args: readonly string[],
  options: Record<string, { type: 'string' | 'boolean'; multiple?: boolean; short?: string }>,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // The rest of the message is about arguments that begin with a dash.
    throw new UsageError((error as Error).message.split('. ')[0]);
  }
}

/** Returns the help of a command. */
export function helpOf(name: CommandName): string {
  const { summary, argument, options, notes }: CommandInfo = COMMANDS[name];
  const lines = Object.entries(options).map(([option, { value, description, isRequired }]) => [
    `--${option}${value ? ` <${value}>` : ''}`,
    description + (isRequired ? ' (required)' : ''),
  ]);
  return `Usage: provender ${name}${argument ? ` <${argument}>` : ''} [options]

${capitalized(summary)}.

Options:
${table([...lines, ['-h, --help', 'display help for command']])}

${notes}
`;
}

/** Returns the help of all commands of this package. */
export function overview(): string {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary]);
  return `Usage: provender <command> [options]

Develop webhooks on your own machine, and see why requests fail.

Commands:
${table(lines)}

For the options of a command: provender <command> --help
`;
}

function table(rows: string[][]): string {
  const width = Math.max(...rows.map(([head]) => head!.length));
  return rows.map(([head, text]) => `  ${head!.padEnd(width)}  ${text}`).join('\n');
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
