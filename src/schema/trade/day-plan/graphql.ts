import { builder } from '../../core/builder/builder.ts';
import { atMost, costing, embedded } from '../../core/list/list-size.ts';
import { loadRecord } from '../../core/list/load-record.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { selects } from '../../core/list/selections.ts';
import { Product } from '../../catalogue/product/graphql.ts';
import { MAX_WINDOW_DAYS } from '../limits.ts';
import { MAX_WEEK_LINES, readSupermarketWeek, type WeekLine } from './read-supermarket-week.ts';
import { type DayPlan, maxProducts, type PlannedProduct, readDayPlans } from './read-day-plans.ts';

const READ = { scope: 'deliveries:read' } as const;
/** The cost in points of all lines of two months, and all standing orders of the account. */
const DAY_PLAN_POINTS = 100;

const DayPlanProduct = builder.objectRef<PlannedProduct>('DayPlanProduct').implement({
  description: 'What is delivered of a product on a day.',
  authScopes: READ,
  fields: (t) => ({
    productId: t.exposeID('productId', { description: 'The id of the product.' }),
    name: t.exposeString('name', { description: 'The name of the product now.' }),
    product: t.fieldWithSelection({
      type: Product,
      description: 'The product. Needs `products:read`.',
      authScopes: { scope: 'products:read' },
      resolve: (selection, { productId }, _args, context, info) =>
        loadRecord(context, info, context.db.product, selection, productId),
    }),
    pieces: t.expose('pieces', {
      type: 'Decimal',
      description: 'The pieces of deliveries that exist or are planned.',
    }),
    kilograms: t.expose('kilograms', { type: 'Decimal', description: 'Their weight.' }),
    planned: t.expose('planned', {
      type: 'Decimal',
      description: 'The pieces that are not in a delivery yet.',
    }),
  }),
});

const DayPlanRef = builder.objectRef<DayPlan>('DayPlan').implement({
  description: 'What is delivered on a day. It does not change when a planned delivery is created.',
  authScopes: READ,
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: 'The day of delivery.' }),
    deliveries: t.exposeInt('deliveries', {
      description: 'How many deliveries exist that are not cancelled.',
    }),
    planned: t.exposeInt('planned', { description: 'How many deliveries standing orders will create.' }),
    skipped: t.exposeInt('skipped', { description: 'How many dates of standing orders were skipped.' }),
    failed: t.exposeInt('failed', {
      description:
        'How many dates of standing orders failed, or will, because a product or the branch is archived.',
    }),
    pieces: t.expose('pieces', {
      type: 'Decimal',
      description: 'The pieces of deliveries that exist or are planned.',
    }),
    kilograms: t.expose('kilograms', {
      type: 'Decimal',
      description:
        'Their weight: what exists by the weight that was copied when it was created, what is planned by the present weight of the product.',
    }),
    products: t.expose('products', {
      type: [DayPlanProduct],
      ...embedded((quotas) => maxProducts(quotas), maxProducts),
      description: 'What is delivered of each product, most pieces first.',
    }),
  }),
});

const PlanOfDays = builder.objectRef<{ days: DayPlan[] }>('PlanOfDays').implement({
  description: 'What is delivered on each day of a window.',
  authScopes: READ,
  fields: (t) => ({
    days: t.expose('days', {
      type: [DayPlanRef],
      ...atMost(MAX_WINDOW_DAYS),
      description: 'Every day of the window, also those without deliveries.',
    }),
  }),
});

builder.queryField('planOfDays', (t) =>
  t.field({
    type: PlanOfDays,
    description:
      'Returns what is delivered on each day of a window of at most 62 days, also by deliveries that standing orders have not created yet. If products are selected, the days have at most 20,000 of them together (10,000 on the Free plan), and the response has a bound of its own.',
    authScopes: READ,
    args: {
      from: t.arg({ type: 'Date', required: true, description: 'The first day.' }),
      to: t.arg({
        type: 'Date',
        required: true,
        description: 'The last day, at most 61 days after the first.',
      }),
    },
    ...costing(DAY_PLAN_POINTS),
    resolve: async (_root, args, context, info) => ({
      days: await readDayPlans(context, args, { hasProducts: selects(info, 'products') }),
    }),
  }),
);

const SupermarketWeekLine = builder.objectRef<WeekLine>('SupermarketWeekLine').implement({
  description: 'What a branch gets of a product on a day.',
  authScopes: READ,
  fields: (t) => ({
    branchId: t.exposeID('branchId', { description: 'The id of the branch.' }),
    branchName: t.exposeString('branchName', { description: 'The name of the branch now.' }),
    date: t.expose('date', { type: 'Date', description: 'The day of delivery.' }),
    productId: t.exposeID('productId', { description: 'The id of the product.' }),
    name: t.exposeString('name', { description: 'The name of the product now.' }),
    pieces: t.exposeFloat('pieces', { description: 'The pieces in deliveries that are not cancelled.' }),
    planned: t.exposeFloat('planned', { description: 'The pieces that standing orders will create.' }),
  }),
});

builder.queryField('supermarketWeek', (t) =>
  t.field({
    type: [SupermarketWeekLine],
    ...embedded(MAX_WEEK_LINES),
    description:
      'Returns what the branches of a supermarket get in seven days, by branch, product and day: in deliveries, and planned by standing orders. Empty for an unknown supermarket. A week has at most 5,000 lines.',
    authScopes: READ,
    args: {
      supermarketId: t.arg.id({ required: true, description: 'The `id` of the supermarket.' }),
      from: t.arg({ type: 'Date', required: true, description: 'The first of the seven days.' }),
    },
    ...costing(DAY_PLAN_POINTS),
    resolve: (_root, { supermarketId, from }, context) =>
      readSupermarketWeek(context, recordIdOf(supermarketId), { from }),
  }),
);
