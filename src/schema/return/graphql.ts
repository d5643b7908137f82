import { relationOf, withSelection } from '@provender/compiled-execution/pothos';
import { builder } from '../builder.ts';
import { byId } from '../context.ts';
import { Node } from '../node/graphql.ts';
import { Delivery } from '../delivery/graphql.ts';
import { exposed, inputType } from '../fields-graphql.ts';
import { describedAs } from '../fields.ts';
import { Product } from '../product/graphql.ts';
import { Supermarket } from '../supermarket/graphql.ts';
import { createReturn } from './create-return.ts';
import { RETURN_FIELDS } from './fields.ts';
import { SUGGESTED_REASONS } from './reasons.ts';

export const Return = builder.prismaObject('Return', {
  interfaces: [Node],
  authScopes: { resource: 'returns' },
  select: { id: true },
  fields: (t) => ({
    ...exposed(t, RETURN_FIELDS),
    branchId: t.id({
      description: describedAs(RETURN_FIELDS.branchId),
      select: { delivery: { select: { branchId: true } } },
      resolve: ({ delivery }) => delivery.branchId,
    }),
    productName: t.string({
      description: describedAs(RETURN_FIELDS.productName),
      select: { item: { select: { name: true } } },
      resolve: ({ item }) => item.name,
    }),
    delivery: t.relation('delivery', {
      extensions: relationOf('delivery'),
      type: Delivery,
      authScopes: { scope: 'deliveries:read' },
    }),
    product: t.field({
      type: Product,
      description: 'The product as it is now. Needs `products:read`.',
      authScopes: { scope: 'products:read' },
      select: (_args, _context, nestedSelection) => ({
        item: { select: { product: nestedSelection(true) } },
      }),
      resolve: ({ item }) => item.product,
    }),
    supermarket: t.relation('supermarket', {
      extensions: relationOf('supermarket'),
      type: Supermarket,
      authScopes: { scope: 'supermarkets:read' },
    }),
  }),
});

builder.queryField('returnReasons', (t) =>
  t.stringList({
    description: 'Returns suggested reasons. Any other text is accepted too.',
    authScopes: { scope: 'returns:read' },
    resolve: () => [...SUGGESTED_REASONS],
  }),
);

builder.queryField('return', (t) =>
  t.field({
    type: Return,
    nullable: true,
    authScopes: { scope: 'returns:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: withSelection((query, _root, { id }, context) =>
      context.db.return.findUnique({ ...query, ...byId(context, id) }),
    ),
  }),
);

const CreateReturnInput = inputType('CreateReturnInput', RETURN_FIELDS, 'create');

builder.mutationFields((t) => ({
  createReturn: t.field({
    type: Return,
    authScopes: { scope: 'returns:write' },
    args: { input: t.arg({ type: CreateReturnInput, required: true }) },
    resolve: withSelection(async (query, _root, { input }, context) => {
      const id = await createReturn(context, input);
      return context.db.return.findUniqueOrThrow({ ...query, ...byId(context, id) });
    }),
  }),
}));
