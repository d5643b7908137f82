import { builder } from '../../core/builder/builder.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { embedded } from '../../core/list/list-size.ts';
import { readTogether } from '../../core/list/read-together.ts';
import { snakeOf } from '../../core/noun/names.ts';
import { IN_PLACE } from './change-in-place.ts';
import { MAX_DELIVERY_CHANGES } from './fields.ts';
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
      resolve: ({ columns }) => Object.keys(IN_PLACE).filter((name) => columns.includes(snakeOf(name))),
    }),
  }),
});

builder.prismaObjectField(Delivery, 'changes', (t) =>
  t.field({
    type: [DeliveryChangeRef],
    ...embedded(MAX_DELIVERY_CHANGES),
    description: `Who changed this version in place, newest first, at most ${MAX_DELIVERY_CHANGES}.`,
    select: { id: true },
    resolve: ({ id }, _args, context) => changesOf(context, id),
  }),
);

const changesOf = readTogether(readChanges);

async function readChanges(context: Context, ids: readonly bigint[]): Promise<DeliveryChange[][]> {
  const rows = await context.db.$queryRaw<(DeliveryChange & { deliveryId: bigint })[]>`
    SELECT change.* FROM unnest(${[...ids]}::bigint[]) AS delivery (id) CROSS JOIN LATERAL (
      SELECT delivery_id AS "deliveryId", changed_at AS at, changed_by AS by, fields AS columns
      FROM delivery_changes WHERE account_id = ${accountOf(context)} AND delivery_id = delivery.id
      ORDER BY delivery_changes.id DESC LIMIT ${MAX_DELIVERY_CHANGES}
    ) AS change`;
  const byDelivery = Map.groupBy(rows, ({ deliveryId }) => deliveryId);
  return ids.map((id) => byDelivery.get(id) ?? []);
}
