import { z } from 'zod';
import { accountOf, type Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { rulesToChange } from '../../core/noun/fields.ts';
import { given } from '../../core/noun/given.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { withReference } from '../../core/upsert/reference-taken.ts';
import { valid } from '../../core/noun/valid.ts';
import { ifVersion } from '../../core/version/require-version.ts';
import { inColumns } from './cut-off.ts';
import { SUPERMARKET_CHANGES } from './fields.ts';

const UpdateSupermarket = given(z.strictObject(rulesToChange(SUPERMARKET_CHANGES)), SUPERMARKET_CHANGES);

/**
 * Changes the fields of the input.
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
