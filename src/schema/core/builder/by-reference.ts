import { z } from 'zod';
import { builder } from './builder.ts';
import { accountOf, type Context } from '../context.ts';
import { reference } from '../noun/trade-numbers.ts';
import { valid } from '../noun/valid.ts';

const ReferenceInput = z.object({ reference });

/**
 * Returns the condition for the caller's record with a reference. There is at most one, but for cancelled
 * deliveries.
 *
 * @throws AppError `validation_error`
 */
export function byReference(context: Context, args: { reference: string }) {
  return { where: { accountId: accountOf(context), reference: valid(ReferenceInput, args).reference } };
}

/** The argument of queries by reference. */
export const REFERENCE = builder.args((t) => ({
  reference: t.string({ required: true, description: "The supplier's own number of the record." }),
}));
