import { builder } from '../../core/builder/builder.ts';
import { byId } from '../../core/context.ts';
import { asNode } from '../../core/node/graphql.ts';
import { Delivery } from '../delivery/graphql.ts';
import { enumValues } from '../../core/noun/enum-values.ts';
import { exposed, inputType } from '../../core/builder/fields-graphql.ts';
import { describedAs, describedIn } from '../../core/noun/fields.ts';
import { embedded } from '../../core/list/list-size.ts';
import { Product } from '../../catalogue/product/graphql.ts';
import { Supermarket } from '../../catalogue/supermarket/graphql.ts';
import { createReturn } from './create-return.ts';
import { RETURN_FIELDS, REVERSAL_FIELDS } from './fields.ts';
import { SUGGESTED_REASONS } from './reasons.ts';
import { reverseReturn } from './reverse-return.ts';
import { RETURN_WARNINGS, type ReturnWarning, warningsOf } from './warnings.ts';

const Kind = builder.enumType('ReturnWarningKind', { values: enumValues(RETURN_WARNINGS) });

const Warning = builder.objectRef<ReturnWarning>('ReturnWarning').implement({
  authScopes: { resource: 'returns' },
  fields: (t) => ({
    kind: t.expose('kind', { type: Kind }),
    message: t.exposeString('message'),
  }),
});

export const Return = builder.prismaObject('Return', {
  ...asNode('Return'),
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
    updatedAt: t.field({
      type: 'DateTime',
      description: describedAs(RETURN_FIELDS.updatedAt),
      select: { createdAt: true, reversedBy: { select: { createdAt: true } } },
      resolve: ({ createdAt, reversedBy }) => reversedBy?.createdAt ?? createdAt,
    }),
    delivery: t.relation('delivery', {
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
      type: Supermarket,
      authScopes: { scope: 'supermarkets:read' },
    }),
    warnings: t.field({
      type: [Warning],
      ...embedded(RETURN_WARNINGS.length),
      select: { returnDate: true, delivery: { select: { inTransitAt: true } } },
      resolve: ({ returnDate, delivery }, _args, context) =>
        warningsOf(context, returnDate, delivery.inTransitAt),
    }),
  }),
});

builder.prismaObjectFields(Return, (t) => ({
  reverses: t.relation('reverses', { type: Return, nullable: true }),
  reversedBy: t.relation('reversedBy', {
    type: Return,
    nullable: true,
  }),
}));

builder.queryField('returnReasons', (t) =>
  t.stringList({
    description: 'Returns suggested reasons. Any other text is accepted too.',
    authScopes: { scope: 'returns:read' },
    resolve: () => [...SUGGESTED_REASONS],
  }),
);

builder.queryField('return', (t) =>
  t.fieldWithSelection({
    type: Return,
    nullable: true,
    authScopes: { scope: 'returns:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (query, _root, { id }, context) =>
      context.db.return.findUnique({ ...query, ...byId(context, id) }),
  }),
);

const CreateReturnInput = inputType('CreateReturnInput', RETURN_FIELDS, 'create');

builder.mutationFields((t) => ({
  createReturn: t.fieldWithSelection({
    type: Return,
    authScopes: { scope: 'returns:write' },
    args: { input: t.arg({ type: CreateReturnInput, required: true }) },
    resolve: async (query, _root, { input }, context) => {
      const id = await createReturn(context, input);
      return context.db.return.findUniqueOrThrow({ ...query, ...byId(context, id) });
    },
  }),
  reverseReturn: t.fieldWithSelection({
    type: Return,
    authScopes: { scope: 'returns:write' },
    args: {
      id: t.arg.id({ required: true }),
      reason: t.arg.string({
        required: true,
        description: describedIn('create', REVERSAL_FIELDS.reason)!,
      }),
    },
    resolve: async (query, _root, { id, ...input }, context) => {
      const reversal = await reverseReturn(context, id, input);
      return context.db.return.findUniqueOrThrow({ ...query, ...byId(context, reversal) });
    },
  }),
}));
