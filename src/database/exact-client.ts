import { LRUCache } from 'lru-cache';
import { Client, type CustomTypesConfig, types } from 'pg';
import { DatabaseClient } from './client.ts';
import { internalsOf } from './pg-internals.ts';

/** How many statements a connection keeps prepared; each takes memory of its process of PostgreSQL. */
const MAX_PREPARED = 500;

const JSON_TYPES = new Set<number>([types.builtins.JSON, types.builtins.JSONB]);
/** A number with more digits than a binary floating point number keeps, or text that must be skipped. */
const LONG_NUMBER_OR_TEXT = /"(?:[^"\\]|\\.)*"|-?\d[\d.]{15,}/g;
const LONG_NUMBER = /\d[\d.]{15}/;

/**
 * A connection on which Prisma reads related records exactly. They come as JSON, whose numbers Prisma
 * parses to binary floating point before it makes decimals of them; a string it takes as it is.
 * Of its prepared statements it keeps those that were used last.
 */
export class ExactClient extends DatabaseClient {
  private readonly prepared = new LRUCache<string, true>({
    max: MAX_PREPARED,
    dispose: (_value, name, reason) => {
      if (reason === 'evict') this.unprepare(name);
    },
  });

  // The one signature that covers them all: this passes on what it is given.
  override query = ((config: unknown, ...rest: unknown[]) => {
    const query = Client.prototype.query as (...args: unknown[]) => unknown;
    const { name } = (config ?? {}) as { name?: string };
    if (name && !this.prepared.get(name)) this.prepared.set(name, true);
    return query.call(this, isPrismas(config) ? { ...config, types: exact(config.types) } : config, ...rest);
  }) as Client['query'];

  /** Has the server forget a statement. The message goes out with those of the query to come, and has no answer of its own. */
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
