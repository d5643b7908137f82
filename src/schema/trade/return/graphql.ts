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
import { FAR_AWAY_DAYS, RETURN_WARNINGS, type ReturnWarning, returnWarningsOf } from './warnings.ts';

const ReturnWarningKindEnum = builder.enumType('ReturnWarningKind', {
  values: enumValues(RETURN_WARNINGS, {
    before_dispatch: 'The return is dated before the day on which its delivery was dispatched.',
    far_away: `The return is dated more than ${FAR_AWAY_DAYS} days from today.`,
  }),
  description: 'What a warning about a return is about.',
});

const ReturnWarningRef = builder.objectRef<ReturnWarning>('ReturnWarning').implement({
  description: 'What is doubtful about a return.',
  authScopes: { resource: 'returns' },
  fields: (t) => ({
    kind: t.expose('kind', { type: ReturnWarningKindEnum, description: 'What it is about.' }),
    message: t.exposeString('message', { description: 'The warning in words.' }),
  }),
});

export const Return = builder.prismaObject('Return', {
  ...asNode('Return'),
  description: 'A product that came back from a delivery.',
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
      description: 'The delivery that the product came back from. Needs `deliveries:read`.',
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
      description: 'The supermarket that returned the product. Needs `supermarkets:read`.',
      authScopes: { scope: 'supermarkets:read' },
    }),
    warnings: t.field({
      type: [ReturnWarningRef],
      ...embedded(RETURN_WARNINGS.length),
      description: 'What is doubtful about the return date. Nothing is refused for it.',
      select: { returnDate: true, delivery: { select: { inTransitAt: true } } },
      resolve: ({ returnDate, delivery }, _args, context) =>
        returnWarningsOf(context, returnDate, delivery.inTransitAt),
    }),
  }),
});

builder.prismaObjectFields(Return, (t) => ({
  reverses: t.relation('reverses', {
    type: Return,
    nullable: true,
    description: 'The return that this one reverses; null if it reverses none.',
  }),
  reversedBy: t.relation('reversedBy', {
    type: Return,
    nullable: true,
    description: 'The return that reverses this one; null if it was not reversed.',
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
    description: 'Returns one return.',
    authScopes: { scope: 'returns:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (query, _root, { id }, context) =>
      context.db.return.findUnique({ ...query, ...byId(context, id) }),
  }),
);

const CreateReturnInput = inputType(
  'CreateReturnInput',
  RETURN_FIELDS,
  'create',
  'A new return from a delivery that is in transit or completed.',
);

builder.mutationFields((t) => ({
  createReturn: t.fieldWithSelection({
    type: Return,
    description: 'Records a return and credits it at the unit price in the delivery.',
    authScopes: { scope: 'returns:write' },
    args: { input: t.arg({ type: CreateReturnInput, required: true }) },
    resolve: async (query, _root, { input }, context) => {
      const id = await createReturn(context, input);
      return context.db.return.findUniqueOrThrow({ ...query, ...byId(context, id) });
    },
  }),
  reverseReturn: t.fieldWithSelection({
    type: Return,
    description:
      'Takes a return back, once: returns another return with the negative quantity and credit, dated today, or on the date of the return if that is later. The line and the lot can be returned again. Sends `return.created` with the negative numbers.',
    authScopes: { scope: 'returns:write' },
    args: {
      id: t.arg.id({ required: true, description: 'The return to reverse.' }),
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
