import { newId } from '../../core/audit/audited-mutations.ts';
import { builder } from '../../core/builder/builder.ts';
import { byId } from '../../core/context.ts';
import { Delivery } from '../delivery/graphql.ts';
import { enumType, exposed, inputType } from '../../core/builder/fields-graphql.ts';
import { describedAs } from '../../core/noun/fields.ts';
import { embedded } from '../../core/list/list-size.ts';
import { asNode } from '../../core/node/graphql.ts';
import { Product } from '../../catalogue/product/graphql.ts';
import { Branch, Supermarket } from '../../catalogue/supermarket/graphql.ts';
import { IF_MATCH } from '../../core/version/if-match.ts';
import { VERSION_DESCRIPTION, versionOf } from '../../core/version/version-of.ts';
import { WEEKDAY, type Weekday } from '../../core/noun/weekdays.ts';
import { MAX_ORDER_LINES } from '../limits.ts';
import { createStandingOrder } from './create-standing-order.ts';
import { endStandingOrder } from './end-standing-order.ts';
import { STANDING_ORDER_FIELDS, STANDING_ORDER_LINE_FIELDS, STANDING_ORDER_STATUS } from './fields.ts';
import { clockOf } from './read-occurrences.ts';
import { statusOn } from './status.ts';
import { storedOrder } from './stored-order.ts';
import { updateStandingOrder } from './update-standing-order.ts';

const READ = { scope: 'deliveries:read' } as const;
const WRITE = { scope: 'deliveries:write' } as const;
const EITHER = { resource: 'deliveries' } as const;

const StandingOrderLine = builder.prismaObject('StandingOrderLine', {
  description: 'A line of a standing order.',
  authScopes: EITHER,
  select: { lineNumber: true },
  fields: (t) => ({
    ...exposed(t, STANDING_ORDER_LINE_FIELDS),
    name: t.string({
      description: 'The name of the product now.',
      select: { product: { select: { name: true } } },
      resolve: ({ product }) => product.name,
    }),
    weekdays: t.field({
      type: [enumType(WEEKDAY)],
      nullable: true,
      description: describedAs(STANDING_ORDER_LINE_FIELDS.weekdays),
      select: { weekdays: true },
      resolve: ({ weekdays }) => (weekdays.length > 0 ? (weekdays as Weekday[]) : null),
    }),
    product: t.relation('product', {
      type: Product,
      description: 'The product as it is now. Needs `products:read`.',
      authScopes: { scope: 'products:read' },
    }),
  }),
});

export const StandingOrder = builder.prismaObject('StandingOrder', {
  ...asNode('StandingOrder'),
  description: 'An order that repeats on days of the week. Each of its deliveries is created by itself.',
  authScopes: EITHER,
  select: { id: true },
  fields: (t) => ({
    ...exposed(t, STANDING_ORDER_FIELDS),
    supermarketName: t.string({
      description: describedAs(STANDING_ORDER_FIELDS.supermarketName),
      select: { supermarket: { select: { name: true } } },
      resolve: ({ supermarket }) => supermarket.name,
    }),
    branchName: t.string({
      description: describedAs(STANDING_ORDER_FIELDS.branchName),
      select: { branch: { select: { name: true } } },
      resolve: ({ branch }) => branch.name,
    }),
    supermarket: t.relation('supermarket', {
      type: Supermarket,
      description: 'The supermarket as it is now. Needs `supermarkets:read`.',
      authScopes: { scope: 'supermarkets:read' },
    }),
    branch: t.relation('branch', {
      type: Branch,
      description: 'The branch as it is now. Needs `supermarkets:read`.',
      authScopes: { scope: 'supermarkets:read' },
    }),
    lines: t.relation('lines', {
      description: describedAs(STANDING_ORDER_FIELDS.lines),
      ...embedded(MAX_ORDER_LINES),
      type: StandingOrderLine,
      query: { orderBy: { lineNumber: 'asc' } },
    }),
    status: t.field({
      type: enumType(STANDING_ORDER_STATUS),
      description: describedAs(STANDING_ORDER_FIELDS.status),
      select: { endedAt: true, endsOn: true, pausedFrom: true, pausedUntil: true },
      resolve: async (order, _args, context) => statusOn(order, (await clockOf(context)).today),
    }),
  }),
});

builder.prismaObjectField(StandingOrder, 'version', (t) =>
  t.string({
    description: VERSION_DESCRIPTION,
    select: { id: true },
    resolve: ({ id }, _args, context) => versionOf(context, 'StandingOrder', id),
  }),
);

builder.prismaObjectFields(Delivery, (t) => ({
  standingOrder: t.relation('standingOrder', {
    type: StandingOrder,
    nullable: true,
    description: 'The standing order that it was created for; null for other deliveries.',
  }),
  occurrenceDate: t.expose('occurrenceDate', {
    type: 'Date',
    nullable: true,
    description:
      'The day by the rule of the standing order, before it moved from a closed day; null for other deliveries.',
  }),
}));

builder.queryField('standingOrder', (t) =>
  t.fieldWithSelection({
    type: StandingOrder,
    nullable: true,
    description: 'Returns one standing order.',
    authScopes: READ,
    args: { id: t.arg.id({ required: true }) },
    resolve: (query, _root, { id }, context) =>
      context.db.standingOrder.findUnique({ ...query, ...byId(context, id) }),
  }),
);

const CreateStandingOrderInput = inputType(
  'CreateStandingOrderInput',
  STANDING_ORDER_FIELDS,
  'create',
  'A new standing order. Its first occurrence is after today.',
);
const UpdateStandingOrderInput = inputType(
  'UpdateStandingOrderInput',
  STANDING_ORDER_FIELDS,
  'change',
  'What to change; the rest stays, and null clears a field. Only what is planned changes, not what was created.',
);

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: 'The `id` of the standing order.' });
  return {
    createStandingOrder: t.fieldWithSelection({
      type: StandingOrder,
      description:
        'Creates a standing order. Deliveries are created `leadDays` before their day, at the prices agreed for that day, else at the product prices of the moment.',
      authScopes: WRITE,
      audit: {
        done: 'standing_order.created',
        details: ({ input: { branchId } }, order) => ({ ...newId('standingOrder', order), branch: branchId }),
      },
      args: { input: t.arg({ type: CreateStandingOrderInput, required: true }) },
      resolve: async (query, _root, { input }, context) => {
        const created = await createStandingOrder(context, input);
        return context.db.standingOrder.findUniqueOrThrow({ ...query, ...byId(context, created) });
      },
    }),
    updateStandingOrder: t.fieldWithSelection({
      type: StandingOrder,
      description:
        'Changes a standing order. Dates that were skipped or changed by hand stay so as long as the order has them.',
      authScopes: WRITE,
      audit: {
        done: 'standing_order.updated',
        details: (args) => ({ standingOrder: args.id, fields: Object.keys(args.input) }),
        state: (args, context) => storedOrder(context, args.id),
      },
      args: { id, input: t.arg({ type: UpdateStandingOrderInput, required: true }), ...IF_MATCH },
      resolve: async (query, _root, args, context) => {
        const changed = await updateStandingOrder(context, args.id, args.input, args.ifMatch);
        return context.db.standingOrder.findUniqueOrThrow({ ...query, ...byId(context, changed) });
      },
    }),
    endStandingOrder: t.fieldWithSelection({
      type: StandingOrder,
      description: 'Ends a standing order for good. What was created stays. Can be repeated.',
      authScopes: WRITE,
      audit: {
        done: 'standing_order.ended',
        details: (args) => ({ standingOrder: args.id }),
        state: (args, context) => storedOrder(context, args.id),
      },
      args: { id },
      resolve: async (query, _root, args, context) => {
        const ended = await endStandingOrder(context, args.id);
        return context.db.standingOrder.findUniqueOrThrow({ ...query, ...byId(context, ended) });
      },
    }),
  };
});
