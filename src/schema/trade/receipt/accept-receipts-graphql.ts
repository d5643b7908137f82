import type { Delivery as DeliveryRecord } from '../../../generated/prisma/client.ts';
import { builder } from '../../core/builder/builder.ts';
import { Delivery } from '../delivery/graphql.ts';
import { MoveError } from '../delivery/move-deliveries-graphql.ts';
import { asManyAs } from '../../core/list/list-size.ts';
import { recordsById } from '../../core/list/load-record.ts';
import { enumValues } from '../../core/noun/enum-values.ts';
import { ACCEPT_OUTCOMES, acceptReceipts, type AcceptResult, MAX_ACCEPTED } from './accept-receipts.ts';

const EITHER = { resource: 'deliveries' } as const;

const AcceptOutcome = builder.enumType('AcceptOutcome', {
  values: enumValues(ACCEPT_OUTCOMES, {
    accepted: 'It is settled now.',
    unchanged: 'It was settled before.',
    refused: 'It has open disputes, or does not exist. See `error`.',
  }),
  description: 'What happened to a receipt in `acceptReceipts`.',
});

const ReceiptAcceptance = builder
  .objectRef<AcceptResult & { delivery: DeliveryRecord | null }>('ReceiptAcceptance')
  .implement({
    description: 'The result for one receipt. Results are in the order of the ids.',
    authScopes: EITHER,
    fields: (t) => ({
      id: t.exposeID('id', { description: 'The id as it was given.' }),
      outcome: t.expose('outcome', { type: AcceptOutcome, description: 'What happened to the receipt.' }),
      delivery: t.expose('delivery', {
        type: Delivery,
        nullable: true,
        description: 'The delivery as it is now; null if the account has none with this id.',
      }),
      error: t.expose('error', {
        type: MoveError,
        nullable: true,
        description: 'Why the receipt was refused; null for the others.',
      }),
    }),
  });

builder.mutationField('acceptReceipts', (t) =>
  t.fieldWithSelection({
    type: [ReceiptAcceptance],
    description:
      'Accepts several receipts without open disputes, by the rules of `acceptReceipt`. What is settled stays as it is, so ' +
      'the call can be repeated. Those with open disputes are refused.',
    paths: [['delivery']],
    authScopes: { scope: 'deliveries:write' },
    audit: { left: 'receipt.checked' },
    args: {
      deliveryIds: t.arg.idList({
        required: true,
        description: `The \`id\` of each delivery (1–${MAX_ACCEPTED}).`,
      }),
    },
    ...asManyAs('deliveryIds', MAX_ACCEPTED),
    resolve: async (selection, _root, { deliveryIds }, context) => {
      const results = await acceptReceipts(context, { deliveryIds });
      const found = results.flatMap(({ record = [] }) => record);
      const byId = await recordsById(context, context.db.delivery, selection, found);
      return results.map((result) => ({ ...result, delivery: byId.get(result.record!) ?? null }));
    },
  }),
);
