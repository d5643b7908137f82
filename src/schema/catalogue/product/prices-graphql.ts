import { Prisma } from '../../../generated/prisma/client.ts';
import { builder } from '../../core/builder/builder.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { embedded } from '../../core/list/list-size.ts';
import { readTogether } from '../../core/list/read-together.ts';
import { MAX_PRICE_CHANGES } from './fields.ts';
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

builder.prismaObjectField(Product, 'priceChanges', (t) =>
  t.field({
    type: [PriceChangeRef],
    ...embedded(MAX_PRICE_CHANGES),
    description: `How the price changed, newest first, at most ${MAX_PRICE_CHANGES}.`,
    select: { id: true },
    resolve: ({ id }, _args, context) => changesOf(context, id),
  }),
);

const changesOf = readTogether(readChanges);

async function readChanges(context: Context, ids: readonly bigint[]): Promise<PriceChange[][]> {
  const rows = await context.db.$queryRaw<(PriceChange & { productId: bigint })[]>`
    SELECT change.* FROM unnest(${[...ids]}::bigint[]) AS product (id) CROSS JOIN LATERAL (
      SELECT product_id AS "productId", changed_at AS at, changed_by AS by, price_before AS before,
             price_after AS after
      FROM price_changes WHERE account_id = ${accountOf(context)} AND product_id = product.id
      ORDER BY price_changes.id DESC LIMIT ${MAX_PRICE_CHANGES}
    ) AS change`;
  const byProduct = Map.groupBy(rows, ({ productId }) => productId);
  return ids.map((id) => byProduct.get(id) ?? []);
}
