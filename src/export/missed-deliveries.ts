import { z } from 'zod';
import { ExportMissedDocument } from '../generated/operations.ts';
import { parameter } from '../rest/query.ts';
import { calendarDate } from '../schema/core/noun/rules.ts';
import { describedId, exported, id, exportPageOf } from './exported.ts';

/** The deliveries that were late or not in full, as the page Performance lists them. */
export const MISSED_DELIVERIES = exported(
  ExportMissedDocument,
  z
    .strictObject({
      dateFrom: calendarDate.describe('Only those due on this day or later.'),
      dateTo: calendarDate.describe('Only those due on this day or earlier.'),
      timeZone: parameter
        .describe('The IANA time zone of delivery windows. Default: that of the account.')
        .optional(),
      supermarketId: id.describe(describedId('supermarketId')).optional(),
    })
    .transform(({ supermarketId, ...range }) => ({ ...range, filter: { supermarketId } })),
  ({ deliveryPerformance: { missed } }) => exportPageOf(missed),
  {
    number: ({ delivery }) => Number(delivery.id),
    supermarket: ({ delivery }) => delivery.supermarketName,
    branch: ({ delivery }) => delivery.branchName,
    delivery_date: ({ delivery }) => delivery.deliveryDate,
    completed_at: ({ delivery }) => delivery.completedAt,
    missed: ({ reasons }) => reasons.map((reason) => reason.toLowerCase()).join(' '),
    late_minutes: ({ lateMinutes }) => lateMinutes,
    missing_quantity: ({ missingQuantity }) => missingQuantity,
    received_at: ({ delivery }) => delivery.receipt?.receivedAt ?? null,
  },
);
