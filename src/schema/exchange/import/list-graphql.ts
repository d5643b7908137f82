import { Prisma } from '../../../generated/prisma/client.ts';
import { builder } from '../../core/builder/builder.ts';
import { IMPORT_KINDS, scopeOfKind } from '../../core/caller/import-kinds.ts';
import { accountOf, byId, callerOf, type Context } from '../../core/context.ts';
import { MAX_PER_PAGE } from '../../core/limits.ts';
import { filterConditions } from '../../core/list/filters.ts';
import { filterType } from '../../core/list/filters-graphql.ts';
import { COUNT_COST, countOfHistory, historyArgs } from '../../core/list/history.ts';
import { atMost, costing } from '../../core/list/list-size.ts';
import { BY_CREATION } from '../../core/list/order.ts';
import { type RankRange, rankRangeOf } from '../../core/list/places.ts';
import { sourceRows, type Source, listSourceOf } from '../../core/list/source.ts';
import { IMPORT_DAYS, DEFAULT_IMPORTS } from '../limits.ts';
import { IMPORT_FILTERS } from './filters.ts';
import { Import } from './graphql.ts';

const ImportFilter = filterType(IMPORT_FILTERS);

builder.queryFields((t) => ({
  import: t.fieldWithSelection({
    type: Import,
    nullable: true,
    description: 'Returns an import; null if the account has none with this id.',
    authScopes: { account: true },
    args: { id: t.arg.id({ required: true }) },
    resolve: (query, _root, { id }, context) =>
      context.db.import.findFirst({
        ...query,
        where: {
          ...byId(context, id).where.accountId_id,
          /* guard: read-import-kinds */ ...readable(context),
        },
      }),
  }),
  imports: t.fieldWithSelection({
    type: [Import],
    description: `Returns the imports of the last ${IMPORT_DAYS} days, newest first.`,
    authScopes: { account: true },
    ...atMost(MAX_PER_PAGE),
    args: { filter: t.arg({ type: ImportFilter }), ...historyArgs(DEFAULT_IMPORTS) },
    resolve: async (query, _root, { filter, first, skip }, context) =>
      context.db.import.findMany({
        ...query,
        where: {
          accountId: accountOf(context),
          id: { in: await newestIds(context, filter, rankRangeOf(first, skip)) },
        },
        orderBy: { id: 'desc' },
      }),
  }),
  importCount: t.int({
    description: countOfHistory(`imports of the last ${IMPORT_DAYS} days`, 'imports'),
    authScopes: { account: true },
    ...costing(COUNT_COST),
    args: { filter: t.arg({ type: ImportFilter }) },
    resolve: async (_root, { filter }, context) => {
      const source = await sourceOfImports(context, filter);
      const [{ count }] = await context.db.$queryRaw<
        [{ count: number }]
      >`SELECT count(*)::int AS count ${sourceRows(source)}`;
      return count;
    },
  }),
}));

const IMPORTS = { model: 'Import' as const, orders: BY_CREATION };

/** Returns the ids of the newest imports that match a filter and that the caller may see. */
async function newestIds(context: Context, filter: unknown, { first, skip }: RankRange): Promise<bigint[]> {
  const source = await sourceOfImports(context, filter);
  const rows = await context.db.$queryRaw<{ id: bigint }[]>`
    SELECT id ${sourceRows(source)} ORDER BY id DESC LIMIT ${first} OFFSET ${skip}`;
  return rows.map(({ id }) => id);
}

/** Returns the imports that match a filter and that the caller may see. */
async function sourceOfImports(context: Context, filter: unknown): Promise<Source> {
  const { kind } = readable(context);
  const seen = Prisma.sql`kind = ANY(${kind.in}::text[])`;
  return listSourceOf(IMPORTS, context, [
    /* guard: listed-import-kinds */ seen,
    ...filterConditions(IMPORT_FILTERS, context, filter),
  ]);
}

/** Returns the condition for imports of the kinds that the caller may read or write. */
function readable(context: Context) {
  const { scopes } = callerOf(context);
  const kinds = IMPORT_KINDS.filter(
    (kind) => scopes.has(scopeOfKind(kind, 'read')) || scopes.has(scopeOfKind(kind, 'write')),
  );
  return { kind: { in: kinds } };
}
