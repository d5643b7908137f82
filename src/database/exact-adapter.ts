import {
  ColumnTypeEnum,
  type SqlDriverAdapterFactory,
  type SqlQueryable,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils';

/** Matches a number with more digits than a binary floating-point number has, or a string, which is skipped. */
const LONG_NUMBER_OR_TEXT = /"(?:[^"\\]|\\.)*"|-?\d[\d.]{15,}/g;
const LONG_NUMBER = /\d[\d.]{15}/;

/**
 * Returns an adapter with which Prisma reads related records exactly. They arrive as JSON, whose numbers Prisma parses
 * as binary floating point before it creates decimals; strings are kept as they are.
 */
export function exactAdapter(factory: SqlDriverAdapterFactory): SqlDriverAdapterFactory {
  const { provider, adapterName } = factory;
  return {
    provider,
    adapterName,
    async connect() {
      const adapter = await factory.connect();
      return {
        ...exactQueries(adapter),
        executeScript: (script) => adapter.executeScript(script),
        async startTransaction(isolationLevel) {
          const tx = await adapter.startTransaction(isolationLevel);
          return {
            ...exactQueries(tx),
            options: tx.options,
            commit: () => tx.commit(),
            rollback: () => tx.rollback(),
            createSavepoint: async (name) => tx.createSavepoint?.(name),
            rollbackToSavepoint: async (name) => tx.rollbackToSavepoint?.(name),
            releaseSavepoint: async (name) => tx.releaseSavepoint?.(name),
          };
        },
        getConnectionInfo: () => adapter.getConnectionInfo!(),
        dispose: () => adapter.dispose(),
      };
    },
  };
}

function exactQueries(queryable: SqlQueryable): SqlQueryable {
  const { provider, adapterName } = queryable;
  return {
    provider,
    adapterName,
    queryRaw: async (query) => withExactNumbers(await queryable.queryRaw(query)),
    executeRaw: (query) => queryable.executeRaw(query),
  };
}

function withExactNumbers(result: SqlResultSet): SqlResultSet {
  for (const [at, type] of result.columnTypes.entries()) {
    if (type !== ColumnTypeEnum.Json) continue;
    for (const row of result.rows) if (typeof row[at] === 'string') row[at] = quoteLongNumbers(row[at]);
  }
  return result;
}

function quoteLongNumbers(json: string): string {
  if (!LONG_NUMBER.test(json)) return json;
  return json.replace(LONG_NUMBER_OR_TEXT, (part) => (part.startsWith('"') ? part : `"${part}"`));
}
