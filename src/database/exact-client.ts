import { LRUCache } from 'lru-cache';
import { Client, type CustomTypesConfig, types } from 'pg';
import { rowTypes } from './direct/row-types.ts';
import { internalsOf } from './pg-internals.ts';

/** The maximum number of prepared statements per connection; each uses memory of its PostgreSQL process. */
const MAX_PREPARED = 500;

const JSON_TYPES = new Set<number>([types.builtins.JSON, types.builtins.JSONB]);
/** Matches a number with more digits than a binary floating-point number has, or a string, which is skipped. */
const LONG_NUMBER_OR_TEXT = /"(?:[^"\\]|\\.)*"|-?\d[\d.]{15,}/g;
const LONG_NUMBER = /\d[\d.]{15}/;

/**
 * A connection on which Prisma reads related records exactly. They arrive as JSON, whose numbers Prisma parses as
 * binary floating point before it creates decimals; strings are kept as they are. It keeps only the most recently used
 * prepared statements.
 */
export class ExactClient extends Client {
  private readonly prepared = new LRUCache<string, true>({
    max: MAX_PREPARED,
    dispose: (_value, name, reason) => {
      if (reason === 'evict') this.unprepare(name);
    },
  });

  // One signature for all overloads: the arguments are passed on unchanged.
  override query = ((config: unknown, ...rest: unknown[]) => {
    const query = Client.prototype.query as (...args: unknown[]) => unknown;
    const { name } = (config ?? {}) as { name?: string };
    if (name && !this.prepared.get(name)) this.prepared.set(name, true);
    return query.call(this, isPrismas(config) ? { ...config, types: exact(config.types) } : config, ...rest);
  }) as Client['query'];

  /** Deallocates a prepared statement. The message is sent with the next query and needs no response of its own. */
  private unprepare(name: string): void {
    const { connection } = internalsOf(this);
    delete connection.parsedStatements[name];
    connection.close({ type: 'S', name });
  }
}

interface PrismaQuery {
  types: CustomTypesConfig;
  rowMode: 'array';
}

function isPrismas(config: unknown): config is PrismaQuery {
  const { types, rowMode } = (config ?? {}) as Partial<PrismaQuery>;
  return types !== undefined && types !== rowTypes && rowMode === 'array';
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
