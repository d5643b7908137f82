import { readFileSync } from 'node:fs';
import * as catalogue from '../src/schema/catalogue/limits.ts';
import * as core from '../src/schema/core/limits.ts';
import * as exchange from '../src/schema/exchange/limits.ts';
import * as insight from '../src/schema/insight/limits.ts';
import * as people from '../src/schema/people/limits.ts';
import * as trace from '../src/schema/trace/limits.ts';
import * as trade from '../src/schema/trade/limits.ts';

const WINGS = { core, people, catalogue, trade, trace, insight, exchange };
const UNITS: Record<string, string> = {
  _DAYS: 'days',
  _HOURS: 'hours',
  _MINUTES: 'minutes',
  _S: 'seconds',
  _BYTES: 'bytes',
  _KIB: 'KiB',
  _GIB: 'GiB',
  _PIXELS: 'pixels',
  _KG: 'kg',
};
const CONSTANT = /^\/\*\* ([^*]+)\. \*\/\nexport const ([A-Z_]+) = /gm;

/** Returns the rows of `docs/limits.md` for a wing: the comment of each limit, and its value. */
export function limitRows(wing: string): string[][] {
  const source = readFileSync(`src/schema/${wing}/limits.ts`, 'utf8');
  const values = WINGS[wing as keyof typeof WINGS] as Record<string, unknown>;
  return [...source.matchAll(CONSTANT)].map(([, meaning, name]) => [meaning!, inWords(name!, values[name!])]);
}

/** The names of the wings, in their order. */
export const WING_NAMES = Object.keys(WINGS);

function inWords(name: string, value: unknown): string {
  const figure = (value as number).toLocaleString('en', { maximumFractionDigits: 3 });
  const unit = Object.entries(UNITS).find(([suffix]) => name.endsWith(suffix))?.[1];
  return unit && !/^MAX_(?:.*_)?CLOSED_DAYS$/.test(name) ? `${figure} ${unit}` : figure;
}
