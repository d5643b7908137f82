import type { Delivery as DeliveryRecord } from '../../../generated/prisma/client.ts';
import { builder } from '../../core/builder/builder.ts';
import { Delivery } from '../delivery/graphql.ts';
import { MoveError } from '../delivery/move-deliveries-graphql.ts';
import { asManyAs } from '../../core/list/list-size.ts';
import { recordsById } from '../../core/list/load-record.ts';
import { enumValues } from '../../core/noun/enum-values.ts';
import { ACCEPT_OUTCOMES, acceptReceipts, type AcceptResult, MAX_ACCEPTED } from './accept-receipts.ts';

const EITHER = { resource: 'deliveries' } as const;

const AcceptOutcome = builder.enumType('AcceptOutcome', { values: enumValues(ACCEPT_OUTCOMES) });

const ReceiptAcceptance = builder
  .objectRef<AcceptResult & { delivery: DeliveryRecord | null }>('ReceiptAcceptance')
  .implement({
    authScopes: EITHER,
    fields: (t) => ({
      id: t.exposeID('id'),
      outcome: t.expose('outcome', { type: AcceptOutcome }),
      delivery: t.expose('delivery', { type: Delivery, nullable: true }),
      error: t.expose('error', { type: MoveError, nullable: true }),
    }),
  });

builder.mutationField('acceptReceipts', (t) =>
  t.fieldWithSelection({
    type: [ReceiptAcceptance],
    paths: [['delivery']],
    authScopes: { scope: 'deliveries:write' },
    audit: { left: 'receipt.checked' },
    args: { deliveryIds: t.arg.idList({ required: true }) },
    ...asManyAs('deliveryIds', MAX_ACCEPTED),
    resolve: async (selection, _root, { deliveryIds }, context) => {
      const results = await acceptReceipts(context, { deliveryIds });
      const found = results.flatMap(({ record = [] }) => record);
      const byId = await recordsById(context, context.db.delivery, selection, found);
      return results.map((result) => ({ ...result, delivery: byId.get(result.record!) ?? null }));
    },
  }),
);
