import { Client, type CustomTypesConfig, types } from 'pg';

const JSON_TYPES = new Set<number>([types.builtins.JSON, types.builtins.JSONB]);
/** A number with more digits than a binary floating point number keeps, or text that must be skipped. */
const LONG_NUMBER_OR_TEXT = /"(?:[^"\\]|\\.)*"|-?\d[\d.]{15,}/g;
const LONG_NUMBER = /\d[\d.]{15}/;

/**
 * A connection on which Prisma reads related records exactly. They come as JSON, whose numbers Prisma
 * parses to binary floating point before it makes decimals of them; a string it takes as it is.
 */
export class ExactClient extends Client {
  // The one signature that covers them all: this passes on what it is given.
  override query = ((config: unknown, ...rest: unknown[]) => {
    const query = Client.prototype.query as (...args: unknown[]) => unknown;
    return query.call(this, isPrismas(config) ? { ...config, types: exact(config.types) } : config, ...rest);
  }) as Client['query'];
}

interface PrismaQuery {
  types: CustomTypesConfig;
  rowMode: 'array';
}

function isPrismas(config: unknown): config is PrismaQuery {
  const { types, rowMode } = (config ?? {}) as Partial<PrismaQuery>;
  return types !== undefined && rowMode === 'array';
}

function exact(types: CustomTypesConfig): CustomTypesConfig {
  return {
    getTypeParser(oid: number, format?: string) {
      return JSON_TYPES.has(oid) ? quoteLongNumbers : types.getTypeParser(oid, format as 'text');
    },
  };
}

function quoteLongNumbers(json: string): string {
  if (!LONG_NUMBER.test(json)) return json;
  return json.replace(LONG_NUMBER_OR_TEXT, (part) => (part.startsWith('"') ? part : `"${part}"`));
}
