import { z } from 'zod';
import { accountOf, type Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { rulesToChange } from '../noun/fields.ts';
import { given } from '../noun/given.ts';
import { recordIdOf } from '../noun/record-id.ts';
import { withReference } from '../upsert/reference-taken.ts';
import { valid } from '../noun/valid.ts';
import { ifVersion } from '../version/require-version.ts';
import { inColumns } from './cut-off.ts';
import { SUPERMARKET_CHANGES } from './fields.ts';

const UpdateSupermarket = given(z.strictObject(rulesToChange(SUPERMARKET_CHANGES)), SUPERMARKET_CHANGES);

/**
 * Changes the given fields of a supermarket.
 *
 * @throws AppError `validation_error`, `not_found`, `precondition_failed`
 */
export async function updateSupermarket(
  context: Context,
  id: string,
  input: unknown,
  ifMatch?: string | null,
): Promise<bigint> {
  const record = recordIdOf(id);
  const { targets, ...others } = inColumns(valid(UpdateSupermarket, input));
  const { count } = await ifVersion(context, 'Supermarket', record, ifMatch, (inside) =>
    withReference(inside, 'Supermarket', others.reference, () =>
      inside.db.supermarket.updateMany({
        where: { accountId: accountOf(context), id: record },
        data: { ...others, onTimeTarget: targets?.onTime, fillRateTarget: targets?.fillRate },
      }),
    ),
  );
  if (count === 0) throw notFound('supermarket');
  return record;
}
