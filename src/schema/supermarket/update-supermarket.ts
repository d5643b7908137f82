import { z } from 'zod';
import { accountOf, type Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { rulesToChange } from '../fields.ts';
import { given } from '../given.ts';
import { recordIdOf } from '../record-id.ts';
import { withReference } from '../reference-taken.ts';
import { valid } from '../valid.ts';
import { SUPERMARKET_CHANGES } from './fields.ts';

const UpdateSupermarket = given(z.strictObject(rulesToChange(SUPERMARKET_CHANGES)), SUPERMARKET_CHANGES);

/**
 * Changes the given fields of a supermarket.
 *
 * @throws AppError `validation_error`, `not_found`
 */
export async function updateSupermarket(context: Context, id: string, input: unknown): Promise<bigint> {
  const record = recordIdOf(id);
  const { targets, ...others } = valid(UpdateSupermarket, input);
  const written = context.db.supermarket.updateMany({
    where: { accountId: accountOf(context), id: record },
    data: { ...others, onTimeTarget: targets?.onTime, fillRateTarget: targets?.fillRate },
  });
  const { count } = await withReference('supermarket', written);
  if (count === 0) throw notFound('supermarket');
  return record;
}
