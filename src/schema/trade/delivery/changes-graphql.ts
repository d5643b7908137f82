import { builder } from '../../core/builder/builder.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { MAX_PER_PAGE } from '../../core/limits.ts';
import { COUNT_COST, countOfHistory, historyArgs, readHistory } from '../../core/list/history.ts';
import { costing, embedded } from '../../core/list/list-size.ts';
import type { RankRange } from '../../core/list/places.ts';
import { readTogether } from '../../core/list/read-together.ts';
import { snakeOf } from '../../core/noun/names.ts';
import { UNVERSIONED_FIELDS } from './change-unversioned.ts';
import { DELIVERY_CHANGES } from './fields.ts';
import { Delivery } from './graphql.ts';

interface DeliveryChange {
  at: Date;
  by: string | null;
  columns: string[];
}

const DeliveryChangeRef = builder.objectRef<DeliveryChange>('DeliveryChange').implement({
  description: 'A change of a pending delivery that made no new version.',
  authScopes: { resource: 'deliveries' },
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When it was changed.' }),
    by: t.exposeString('by', {
      nullable: true,
      description: 'The name that the person or the API key had who changed it.',
    }),
    fields: t.stringList({
      description: 'What was changed, such as `notes` or `orderNumber`.',
      resolve: ({ columns }) =>
        Object.keys(UNVERSIONED_FIELDS).filter((name) => columns.includes(snakeOf(name))),
    }),
  }),
});

builder.prismaObjectFields(Delivery, (t) => ({
  changes: t.field({
    type: [DeliveryChangeRef],
    ...embedded(MAX_PER_PAGE),
    description: 'Who changed this version in place, newest first.',
    args: historyArgs(DELIVERY_CHANGES),
    select: { id: true },
    resolve: ({ id }, args, context, info) => readHistory(context, info, args, id, readDeliveryChanges),
  }),
  changeCount: t.int({
    description: countOfHistory('changes of this version in place', 'changes'),
    ...costing(COUNT_COST),
    select: { id: true },
    resolve: ({ id }, _args, context) => deliveryChangesCount(context, id),
  }),
}));

async function readDeliveryChanges(
  context: Context,
  ids: readonly bigint[],
  { first, skip }: RankRange,
): Promise<DeliveryChange[][]> {
  const rows = await context.db.$queryRaw<(DeliveryChange & { deliveryId: bigint })[]>`
    SELECT change.* FROM unnest(${[...ids]}::bigint[]) AS delivery (id) CROSS JOIN LATERAL (
      SELECT delivery_id AS "deliveryId", changed_at AS at, changed_by AS by, fields AS columns
      FROM delivery_changes WHERE account_id = ${accountOf(context)} AND delivery_id = delivery.id
      ORDER BY delivery_changes.id DESC LIMIT ${first} OFFSET ${skip}
    ) AS change`;
  const byDelivery = Map.groupBy(rows, ({ deliveryId }) => deliveryId);
  return ids.map((id) => byDelivery.get(id) ?? []);
}

const deliveryChangesCount = readTogether(countDeliveryChanges);

async function countDeliveryChanges(context: Context, ids: readonly bigint[]): Promise<number[]> {
  const rows = await context.db.$queryRaw<{ id: bigint; count: number }[]>`
    SELECT delivery_id AS id, count(*)::int AS count FROM delivery_changes
    WHERE account_id = ${accountOf(context)} AND delivery_id = ANY(${[...ids]}::bigint[]) GROUP BY delivery_id`;
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  return ids.map((id) => counts.get(id) ?? 0);
}
