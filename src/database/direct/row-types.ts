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
  [types.builtins.TIMESTAMPTZ, toInstant],
  [types.builtins.JSON, parseJson],
  [types.builtins.JSONB, parseJson],
]);

/** Type parsers that return values as Prisma does, where pg's differ. */
export const rowTypes = {
  getTypeParser(oid: number, format?: string) {
    return PARSERS.get(oid) ?? types.getTypeParser(oid, format as 'text');
  },
};

const parseInstant = types.getTypeParser(types.builtins.TIMESTAMPTZ);

/**
 * Converts `2026-03-29 01:30:00.123+00`, as most connections write it, by ISO 8601: pg takes four times as
 * long.
 */
function toInstant(text: string): unknown {
  return /^[1-9]\d{3}-.{15,22}\+00$/.test(text)
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : parseInstant(text);
}
