import type { Delivery as DeliveryRecord } from '../../../generated/prisma/client.ts';
import { builder } from '../../core/builder/builder.ts';
import { enumValues } from '../../core/noun/enum-values.ts';
import type { Fault } from '../../core/errors.ts';
import { asManyAs } from '../../core/list/list-size.ts';
import { recordsById } from '../../core/list/load-record.ts';
import { MAX_MOVES } from '../limits.ts';
import { Delivery, DeliveryStatusEnum } from './graphql.ts';
import { MOVE_OUTCOMES, moveDeliveries, type MoveResult } from './move-deliveries.ts';

const EITHER = { resource: 'deliveries' } as const;

const MoveOutcome = builder.enumType('MoveOutcome', {
  values: enumValues(MOVE_OUTCOMES, {
    moved: 'It has the new status now.',
    unchanged: 'It already had the status. No event is sent.',
    refused: 'It cannot have the status, or does not exist. See `error`.',
  }),
  description: 'What happened to a delivery in `moveDeliveries`.',
});

export const MoveError = builder.objectRef<Fault>('MoveError').implement({
  description: 'Why a delivery was refused.',
  authScopes: EITHER,
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'The error code, such as `invalid_transition` or `not_found`.',
    }),
    field: t.exposeString('field', { nullable: true, description: 'The argument that the error is about.' }),
    message: t.exposeString('message', { description: 'The reason in words.' }),
    problem: t.exposeString('problem', {
      description: 'What is wrong, for programs, such as `wrong_status`.',
    }),
    values: t.expose('values', {
      type: 'JSON',
      nullable: true,
      description: 'The values of the problem; null if it has none.',
    }),
  }),
});

type MovedDelivery = MoveResult & { delivery: DeliveryRecord | null };

const DeliveryMoveRef = builder.objectRef<MovedDelivery>('DeliveryMove').implement({
  description: 'The result of a status change for one delivery. Results are in the order of the ids.',
  authScopes: EITHER,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id as it was given.' }),
    outcome: t.expose('outcome', { type: MoveOutcome, description: 'What happened to the delivery.' }),
    delivery: t.expose('delivery', {
      type: Delivery,
      nullable: true,
      description: 'The delivery as it is now; null if the account has none with this id.',
    }),
    error: t.expose('error', {
      type: MoveError,
      nullable: true,
      description: 'Why the delivery was refused; null for the others.',
    }),
  }),
});

builder.mutationField('moveDeliveries', (t) =>
  t.fieldWithSelection({
    type: [DeliveryMoveRef],
    description:
      'Changes the status of several deliveries by the rules of `moveDelivery`, with an event for each. A delivery that ' +
      'is refused does not stop the others. Deliveries that already have the status stay unchanged, so the call can be repeated.',
    paths: [['delivery']],
    authScopes: { scope: 'deliveries:write' },
    args: {
      ids: t.arg.idList({ required: true, description: `The \`id\` of each delivery (1–${MAX_MOVES}).` }),
      status: t.arg({
        type: DeliveryStatusEnum,
        required: true,
        description: 'The new status. See `DeliveryStatus` for the allowed changes.',
      }),
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
