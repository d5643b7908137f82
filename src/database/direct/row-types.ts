import { types } from 'pg';
import { Prisma } from '../../generated/prisma/client.ts';
import { MAX_VALUE_CHARACTERS, TooLarge } from '../too-large.ts';

const INT8_ARRAY = 1016;

const PARSERS = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, BigInt],
  [INT8_ARRAY, (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt))],
  [types.builtins.NUMERIC, (text) => new Prisma.Decimal(text)],
  // At midnight in UTC, wherever this runs.
  [types.builtins.DATE, (text) => new Date(text)],
  [types.builtins.JSON, parseJson],
  [types.builtins.JSONB, parseJson],
]);

/** @throws TooLarge before parsing takes its memory and time */
function parseJson(text: string): unknown {
  if (text.length > MAX_VALUE_CHARACTERS) throw new TooLarge();
  return JSON.parse(text);
}

/** Values as Prisma gives them, for those that pg gives otherwise. */
export const rowTypes = {
  getTypeParser(oid: number, format?: string) {
    return PARSERS.get(oid) ?? types.getTypeParser(oid, format as 'text');
  },
};
