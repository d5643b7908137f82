import { builder } from '../../core/builder/builder.ts';
import { atMost, costing, embedded } from '../../core/list/list-size.ts';
import { loadRecord } from '../../core/list/load-record.ts';
import { selects } from '../../core/list/selections.ts';
import { Product } from '../../catalogue/product/graphql.ts';
import { type DayPlan, MAX_DAYS, maxProducts, type PlannedProduct, readDayPlans } from './read-day-plans.ts';

const READ = { scope: 'deliveries:read' } as const;
/** All lines of two months, and all standing orders of the account. */
const POINTS = 100;

const DayPlanProduct = builder.objectRef<PlannedProduct>('DayPlanProduct').implement({
  authScopes: READ,
  fields: (t) => ({
    productId: t.exposeID('productId'),
    name: t.exposeString('name'),
    product: t.fieldWithSelection({
      type: Product,
      authScopes: { scope: 'products:read' },
      resolve: (selection, { productId }, _args, context, info) =>
        loadRecord(context, info, context.db.product, selection, productId),
    }),
    pieces: t.expose('pieces', { type: 'Decimal' }),
    kilograms: t.expose('kilograms', { type: 'Decimal' }),
    planned: t.expose('planned', { type: 'Decimal' }),
  }),
});

const DayPlanRef = builder.objectRef<DayPlan>('DayPlan').implement({
  authScopes: READ,
  fields: (t) => ({
    date: t.expose('date', { type: 'Date' }),
    deliveries: t.exposeInt('deliveries'),
    planned: t.exposeInt('planned'),
    skipped: t.exposeInt('skipped'),
    failed: t.exposeInt('failed'),
    pieces: t.expose('pieces', { type: 'Decimal' }),
    kilograms: t.expose('kilograms', { type: 'Decimal' }),
    products: t.expose('products', {
      type: [DayPlanProduct],
      ...embedded((quotas) => maxProducts(quotas), maxProducts),
    }),
  }),
});

const PlanOfDays = builder.objectRef<{ days: DayPlan[] }>('PlanOfDays').implement({
  authScopes: READ,
  fields: (t) => ({ days: t.expose('days', { type: [DayPlanRef], ...atMost(MAX_DAYS) }) }),
});

builder.queryField('planOfDays', (t) =>
  t.field({
    type: PlanOfDays,
    authScopes: READ,
    args: {
      from: t.arg({ type: 'Date', required: true }),
      to: t.arg({ type: 'Date', required: true }),
    },
    ...costing(POINTS),
    resolve: async (_root, args, context, info) => ({
      days: await readDayPlans(context, args, { hasProducts: selects(info, 'products') }),
    }),
  }),
);
