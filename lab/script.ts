import { Command, InvalidArgumentError } from 'commander';

/**
 * An option: its description, its default, and its value in a smoke run. False declares a flag, '' a text.
 */
type Option = readonly [what: string, value: number | string | boolean, inSmoke?: number];

type Values<Options extends Record<string, Option>> = {
  [Name in keyof Options]: Options[Name][1] extends number
    ? number
    : Options[Name][1] extends boolean
      ? boolean
      : string;
};

/** A script that was started. */
export interface Script {
  /** The name of the script, and the question that the script answers. */
  title: string;
  /** Whether this is a smoke run, with small numbers, on a machine whose speed is unknown. */
  smoke: boolean;
  /** The selected parts; undefined for all. */
  only: string[] | undefined;
}

/**
 * Reads the options of a script, with `--smoke` if an option has a value for it, and `--only` if there are
 * `parts` to select. `respondAfter` is `--respond-after`.
 */
export function readScript<const Options extends Record<string, Option>>(
  name: string,
  question: string,
  options: Options,
  parts: readonly string[] = [],
): Script & Values<Options> {
  const command = new Command(name).description(question);
  const small = Object.entries(options).filter(([, [, , inSmoke]]) => inSmoke !== undefined);
  if (small.length > 0)
    command.option('--smoke', 'a few seconds, small numbers; targets are not enforced', false);
  if (parts.length > 0)
    command.option('--only <parts>', `some of ${parts.join(', ')}`, (text) => among(parts, text));
  for (const [option, [what, value]] of Object.entries(options)) {
    const flag = `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (typeof value === 'number') command.option(`${flag} <number>`, what, toInteger, value);
    else command.option(value === false ? flag : `${flag} <text>`, what, value);
  }
  const given = command.parse().opts();
  const sizes = given.smoke ? small.map(([option, [, , inSmoke]]) => [option, inSmoke]) : [];
  const script: Script = { title: `${name}: ${question}`, smoke: given.smoke ?? false, only: given.only };
  return { ...given, ...Object.fromEntries(sizes), ...script };
}

function among(parts: readonly string[], text: string): string[] {
  const chosen = text.split(',');
  const unknown = chosen.find((part) => !parts.includes(part));
  if (unknown === undefined) return chosen;
  throw new InvalidArgumentError(`'${unknown}' is none of ${parts.join(', ')}.`);
}

function toInteger(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError('must be an integer.');
}
