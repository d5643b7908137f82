import { Client, type CustomTypesConfig, type Pool, types } from 'pg';
import { rowTypes } from './direct/row-types.ts';

/** The maximum number of prepared statements per connection; each uses memory of its PostgreSQL process. */
const MAX_PREPARED = 500;

const JSON_TYPES = new Set<number>([types.builtins.JSON, types.builtins.JSONB]);
/** Matches a number with more digits than a binary floating-point number has, or a string, which is skipped. */
const LONG_NUMBER_OR_TEXT = /"(?:[^"\\]|\\.)*"|-?\d[\d.]{15,}/g;
const LONG_NUMBER = /\d[\d.]{15}/;

/**
 * A connection on which Prisma reads related records exactly. They arrive as JSON, whose numbers Prisma parses as
 * binary floating point before it creates decimals; strings are kept as they are.
 *
 * pg documents no way to forget a prepared statement. With 500, further ones are not prepared, and the pool replaces the
 * connection when its work is done ({@link replaceFull}).
 */
export class ExactClient extends Client {
  readonly #prepared = new Set<string>();

  /** Whether it keeps as many prepared statements as it may. */
  get isFull(): boolean {
    return this.#prepared.size >= MAX_PREPARED;
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- one signature for all overloads, which passes arguments on
  override query(config: any, ...rest: any[]): any {
    const named = this.#isUnknown(config) && this.isFull ? { ...config, name: undefined } : config;
    if (this.#isUnknown(named)) this.#prepared.add(named.name);
    return super.query(isPrismas(named) ? { ...named, types: exact(named.types) } : named, ...rest);
  }

  #isUnknown(config: unknown): config is { name: string } {
    const { name } = (config ?? {}) as { name?: string };
    return Boolean(name) && !this.#prepared.has(name!);
  }
}

/** Ends connections that keep as many prepared statements as they may, once they are released. */
export function replaceFull(pool: Pool): void {
  pool.on('release', (_error, client) => {
    if (client instanceof ExactClient && client.isFull) void client.end();
  });
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
