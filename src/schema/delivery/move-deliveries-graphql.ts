import { selectionOf } from '@provender/compiled-execution/pothos';
import type { Delivery as DeliveryRecord } from '../../generated/prisma/client.ts';
import { builder } from '../builder/builder.ts';
import { accountOf } from '../context.ts';
import { enumValues } from '../noun/enum-values.ts';
import type { Fault } from '../errors.ts';
import { asManyAs } from '../list/list-size.ts';
import { Delivery, Status } from './graphql.ts';
import { MAX_MOVES, MOVE_OUTCOMES, moveDeliveries, type MoveResult } from './move-deliveries.ts';

const EITHER = { resource: 'deliveries' } as const;

const MoveOutcome = builder.enumType('MoveOutcome', { values: enumValues(MOVE_OUTCOMES) });

const MoveError = builder.objectRef<Fault>('MoveError').implement({
  authScopes: EITHER,
  fields: (t) => ({
    code: t.exposeString('code'),
    field: t.exposeString('field', { nullable: true }),
    message: t.exposeString('message'),
    problem: t.exposeString('problem'),
    values: t.expose('values', { type: 'JSON', nullable: true }),
  }),
});

type MovedDelivery = MoveResult & { delivery: DeliveryRecord | null };

const DeliveryMove = builder.objectRef<MovedDelivery>('DeliveryMove').implement({
  authScopes: EITHER,
  fields: (t) => ({
    id: t.exposeID('id'),
    outcome: t.expose('outcome', { type: MoveOutcome }),
    delivery: t.expose('delivery', { type: Delivery, nullable: true }),
    error: t.expose('error', { type: MoveError, nullable: true }),
  }),
});

builder.mutationField('moveDeliveries', (t) =>
  t.field({
    type: [DeliveryMove],
    authScopes: { scope: 'deliveries:write' },
    args: {
      ids: t.arg.idList({ required: true }),
      status: t.arg({ type: Status, required: true }),
    },
    ...asManyAs('ids', MAX_MOVES),
    resolve: async (_root, { ids, status }, context, info) => {
      const results = await moveDeliveries(context, { ids, status });
      const deliveries = await context.db.delivery.findMany({
        ...selectionOf(context, info, [['delivery']]),
        where: {
          accountId: accountOf(context),
          id: { in: [...new Set(results.flatMap(({ record = [] }) => record))] },
        },
      });
      const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
      return results.map((result) => ({ ...result, delivery: byId.get(result.record!) ?? null }));
    },
  }),
);
