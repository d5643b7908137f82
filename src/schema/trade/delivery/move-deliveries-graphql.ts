import type { Delivery as DeliveryRecord } from '../../../generated/prisma/client.ts';
import { builder } from '../../core/builder/builder.ts';
import { enumValues } from '../../core/noun/enum-values.ts';
import type { Fault } from '../../core/errors.ts';
import { asManyAs } from '../../core/list/list-size.ts';
import { recordsById } from '../../core/list/load-record.ts';
import { Delivery, Status } from './graphql.ts';
import { MAX_MOVES, MOVE_OUTCOMES, moveDeliveries, type MoveResult } from './move-deliveries.ts';

const EITHER = { resource: 'deliveries' } as const;

const MoveOutcome = builder.enumType('MoveOutcome', { values: enumValues(MOVE_OUTCOMES) });

export const MoveError = builder.objectRef<Fault>('MoveError').implement({
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
  t.fieldWithSelection({
    type: [DeliveryMove],
    paths: [['delivery']],
    authScopes: { scope: 'deliveries:write' },
    args: {
      ids: t.arg.idList({ required: true }),
      status: t.arg({ type: Status, required: true }),
    },
    ...asManyAs('ids', MAX_MOVES),
    resolve: async (selection, _root, { ids, status }, context) => {
      const results = await moveDeliveries(context, { ids, status });
      const moved = results.flatMap(({ record = [] }) => record);
      const byId = await recordsById(context, context.db.delivery, selection, moved);
      return results.map((result) => ({ ...result, delivery: byId.get(result.record!) ?? null }));
    },
  }),
);
