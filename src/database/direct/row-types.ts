import { types } from 'pg';
import { Prisma } from '../../generated/prisma/client.ts';
import { parseJson } from './parse-json.ts';

const INT8_ARRAY = 1016;

const PARSERS = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, BigInt],
  [INT8_ARRAY, (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt))],
  [types.builtins.NUMERIC, (text) => new Prisma.Decimal(text)],
  // At midnight UTC, whatever the local time zone.
  [types.builtins.DATE, (text) => new Date(text)],
  [types.builtins.JSON, parseJson],
  [types.builtins.JSONB, parseJson],
]);

/** Type parsers that return values as Prisma does, where pg's differ. */
export const rowTypes = {
  getTypeParser(oid: number, format?: string) {
    return PARSERS.get(oid) ?? types.getTypeParser(oid, format as 'text');
  },
};
