import { z } from 'zod';
import { parameter } from '../rest/query.ts';
import { ExportTraceabilityDocument } from '../generated/operations.ts';
import { calendarDate, DATES_OUT_OF_ORDER, FIRST_DATE, isInOrder } from '../schema/core/noun/rules.ts';
import { describedId, exported, type ExportedList, id, exportPageOf } from './exported.ts';

/** Marks the cursors of the file's second question, for goods without a lot. */
const LOTLESS = 'without-lot:';

/**
 * The destinations of dispatched goods, with the details that authorities and retailers require: a row for
 * each lot of each line, then one for each line with pieces in no lot, unless the file is about a lot or a
 * date.
 */
export const TRACEABILITY: ExportedList = {
  ...exported(
    ExportTraceabilityDocument,
    z
      .strictObject({
        from: calendarDate.describe('Only what was dispatched on this day or later.').optional(),
        to: calendarDate.describe('Only what was dispatched on this day or earlier.').optional(),
        product: id.describe(describedId('product')).optional(),
        lot: parameter.describe('Only goods of this lot.').optional(),
        best_before_from: calendarDate
          .describe('Only goods that are best before this day or later.')
          .optional(),
        best_before_to: calendarDate
          .describe('Only goods that are best before this day or earlier.')
          .optional(),
        without_lot: z
          .literal('true', "must be 'true' or left out")
          .describe('`true` lists only pieces without a lot.')
          .optional(),
      })
      .refine(({ from, to }) => isInOrder(from, to), { ...DATES_OUT_OF_ORDER, path: ['to'] })
      .refine((date) => isInOrder(date.best_before_from, date.best_before_to), {
        ...DATES_OUT_OF_ORDER,
        path: ['best_before_to'],
      })
      .transform(({ from, to, product, lot, without_lot, ...date }) => ({
        // A range without a first day begins with the earliest date, so that it leaves out goods that were
        // not dispatched.
        shippedFrom: from ?? FIRST_DATE,
        shippedTo: to,
        productId: product,
        lot,
        bestBeforeFrom: date.best_before_from,
        bestBeforeTo: date.best_before_to,
        withoutLot: without_lot === 'true',
      })),
    ({ lotTrace, account }, { withoutLot, lot, bestBeforeFrom, bestBeforeTo }) => {
      const { rows, next } = exportPageOf(lotTrace);
      const isOfGoods = [lot, bestBeforeFrom, bestBeforeTo].some((value) => value != null);
      return {
        rows: rows.map((row) => ({ ...row, account })),
        next: withoutLot ? next && LOTLESS + next : (next ?? (isOfGoods ? null : LOTLESS)),
      };
    },
    {
      event: () => 'SHIPPING',
      traceability_lot_code: ({ lot }) => lot,
      lot_code_source: ({ lot, bestBefore, useBy, source, product, account }) =>
        lot === null && bestBefore === null && useBy === null
          ? null
          : (source ?? product.lotSource ?? addressLine(account)),
      product_description: ({ productName }) => productName,
      product_number: ({ product }) => product.sequentialId,
      brand: ({ product }) => product.brand,
      packaging: ({ product }) => product.packaging,
      gtin: ({ product }) => product.gtin,
      quantity: ({ quantity }) => quantity,
      unit_of_measure: ({ product }) => product.unit.toLowerCase(),
      best_before: ({ bestBefore }) => bestBefore,
      use_by: ({ useBy }) => useBy,
      date_shipped: ({ delivery, account }) => dayIn(account.timeZone, delivery.inTransitAt!),
      shipped_from_name: ({ account }) => account.name,
      shipped_from_phone: ({ account }) => account.phone,
      shipped_from_address: ({ account }) => account.address,
      shipped_from_country: ({ account }) => account.country,
      shipped_from_gln: ({ account }) => account.gln,
      recipient_name: ({ delivery, branch }) => `${delivery.supermarketName}, ${branch.name}`,
      recipient_phone: ({ branch }) => branch.phone,
      recipient_address: ({ branch }) => branch.address,
      recipient_country: ({ branch }) => branch.country,
      recipient_gln: ({ branch }) => branch.gln,
      reference_document_type: () => 'DELIVERY NOTE',
      reference_document_number: ({ delivery }) => delivery.reference ?? delivery.id,
      delivery_id: ({ delivery }) => Number(delivery.id),
      carrier: ({ delivery }) => delivery.carrier,
      customer_order_number: ({ delivery }) => delivery.orderNumber,
      returned_quantity: ({ returned }) => returned,
    },
  ),
  days: ['best_before', 'use_by', 'date_shipped'],
  at: (after) =>
    after?.startsWith(LOTLESS) ? { withoutLot: true, after: after.slice(LOTLESS.length) || null } : { after },
};

/** Lots of suppliers that name no other source are their own. */
function addressLine({ name, address }: { name: string; address: string | null }): string {
  return [name, address].filter(Boolean).join(', ');
}

function dayIn(timeZone: string, time: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(time));
}
