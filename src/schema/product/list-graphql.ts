import { z } from 'zod';
import { Prisma } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../list/connection.ts';
import { connectionArgs, connectionType, pageArgs, pageType } from '../list/graphql.ts';
import { BY_CREATION, byName, orderEnum } from '../list/order.ts';
import { pageOf } from '../list/page.ts';
import type { List } from '../list/source.ts';
import { containing } from '../containing.ts';
import { text } from '../rules.ts';
import { valid } from '../valid.ts';
import { Product } from './graphql.ts';

const READ = { scope: 'products:read' } as const;

const Filter = z.object({
  category: text().nullish(),
  search: text().nullish(),
  archived: z.boolean().nullish(),
});

function conditions(input: unknown) {
  const { category, search, archived } = valid(Filter, input ?? {});
  return [
    category != null && Prisma.sql`category = ${category}`,
    search != null && matching(search),
    archived != null && (archived ? Prisma.sql`archived_at IS NOT NULL` : Prisma.sql`archived_at IS NULL`),
  ];
}

/** At most the digits of a safe integer. */
const SEQUENTIAL_ID = /^P-(0*)(\d{1,15})$/i;

/** Returns the condition that a product has this text in its name, or that it is its sequential id. */
function matching(search: string): Prisma.Sql {
  const named = containing(Prisma.sql`name`, search);
  const [, zeros = '', digits = '0'] = SEQUENTIAL_ID.exec(search) ?? [];
  const isSequentialId = digits !== '0' && zeros.length === Math.max(0, 4 - digits.length);
  return isSequentialId ? Prisma.sql`(sequence_number = ${BigInt(digits)} OR ${named})` : named;
}

const ProductFilter = builder.inputType('ProductFilter', {
  fields: (t) => ({
    category: t.string({ description: 'In exactly this category.' }),
    search: t.string({
      description: 'With this text in the name, or with this number, such as P-0001, ignoring case.',
    }),
    archived: t.boolean({
      description:
        'Whether to list archived products only (`true`) or those in use only (`false`). Default: both.',
    }),
  }),
});

const PRODUCTS = {
  model: 'Product',
  orders: { ...BY_CREATION, ...byName() },
} satisfies List;

const ProductOrder = orderEnum('ProductOrder', PRODUCTS.orders);
const ProductConnection = connectionType('Product', Product, 'products:read');
const ProductPage = pageType('ProductPage', Product, 'products:read');

builder.queryFields((t) => ({
  products: t.field({
    type: ProductConnection,
    authScopes: READ,
    args: {
      ...connectionArgs,
      filter: t.arg({ type: ProductFilter }),
      orderBy: t.arg({ type: ProductOrder, defaultValue: 'CREATED_DESC' }),
    },
    resolve: (_root, args, context, info) =>
      connectionOf(PRODUCTS, { args, context, info, filters: () => conditions(args.filter) }),
  }),
  productPage: t.field({
    type: ProductPage,
    description: 'Lists products by numbered pages.',
    authScopes: READ,
    args: { ...pageArgs, filter: t.arg({ type: ProductFilter }) },
    resolve: (_root, { filter, ...args }, context, info) =>
      pageOf(PRODUCTS, { args, context, info, filters: () => conditions(filter) }),
  }),
}));
