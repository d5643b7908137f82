import { Prisma } from '../../../generated/prisma/client.ts';
import { builder } from '../../core/builder/builder.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { MAX_PER_PAGE } from '../../core/limits.ts';
import { COUNT_COST, countOfHistory, historyArgs, readHistory } from '../../core/list/history.ts';
import { costing, embedded } from '../../core/list/list-size.ts';
import type { RankRange } from '../../core/list/places.ts';
import { readTogether } from '../../core/list/read-together.ts';
import { PRICE_CHANGES } from './fields.ts';
import { Product } from './graphql.ts';

interface PriceChange {
  at: Date;
  by: string | null;
  before: Prisma.Decimal;
  after: Prisma.Decimal;
}

const PriceChangeRef = builder.objectRef<PriceChange>('PriceChange').implement({
  description: 'A change of the price of a product.',
  authScopes: { resource: 'products' },
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When it was changed.' }),
    by: t.exposeString('by', {
      nullable: true,
      description:
        'The name that the person or the API key had who changed it; null where it was not recorded.',
    }),
    before: t.expose('before', { type: 'Decimal', description: 'The price before.' }),
    after: t.expose('after', { type: 'Decimal', description: 'The price since then.' }),
  }),
});

builder.prismaObjectFields(Product, (t) => ({
  priceChanges: t.field({
    type: [PriceChangeRef],
    ...embedded(MAX_PER_PAGE),
    description: 'How the price changed, newest first.',
    args: historyArgs(PRICE_CHANGES),
    select: { id: true },
    resolve: ({ id }, args, context, info) => readHistory(context, info, args, id, readPriceChanges),
  }),
  priceChangeCount: t.int({
    description: countOfHistory('changes of the price', 'priceChanges'),
    ...costing(COUNT_COST),
    select: { id: true },
    resolve: ({ id }, _args, context) => priceChangesCount(context, id),
  }),
}));

async function readPriceChanges(
  context: Context,
  ids: readonly bigint[],
  { first, skip }: RankRange,
): Promise<PriceChange[][]> {
  const rows = await context.db.$queryRaw<(PriceChange & { productId: bigint })[]>`
    SELECT change.* FROM unnest(${[...ids]}::bigint[]) AS product (id) CROSS JOIN LATERAL (
      SELECT product_id AS "productId", changed_at AS at, changed_by AS by, price_before AS before,
             price_after AS after
      FROM price_changes WHERE account_id = ${accountOf(context)} AND product_id = product.id
      ORDER BY price_changes.id DESC LIMIT ${first} OFFSET ${skip}
    ) AS change`;
  const byProduct = Map.groupBy(rows, ({ productId }) => productId);
  return ids.map((id) => byProduct.get(id) ?? []);
}

const priceChangesCount = readTogether(countPriceChanges);

async function countPriceChanges(context: Context, ids: readonly bigint[]): Promise<number[]> {
  const rows = await context.db.$queryRaw<{ id: bigint; count: number }[]>`
    SELECT product_id AS id, count(*)::int AS count FROM price_changes
    WHERE account_id = ${accountOf(context)} AND product_id = ANY(${[...ids]}::bigint[]) GROUP BY product_id`;
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  return ids.map((id) => counts.get(id) ?? 0);
}
