import { violation } from '../../../problems.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Context } from '../../core/context.ts';
import { AppError, errorAt, faultAt } from '../../core/errors.ts';
import { valid } from '../../core/noun/valid.ts';
import { changeNotice } from './change-notice.ts';
import { AcknowledgeNotice, FORMER_NAMES } from './fields.ts';
import type { Notice } from './read-notices.ts';

/**
 * Records that a branch has acknowledged a withdrawal, and the quantity it found. Can be repeated; omitted
 * fields stay.
 *
 * @throws AppError `validation_error`, also when more was destroyed and held than found, or found than
 * delivered without confirming it, `not_found`, or `invalid_transition` when the withdrawal is closed
 */
export async function acknowledgeNotice(context: Context, id: string, input: unknown): Promise<Notice> {
  const given = valid(AcknowledgeNotice, input);
  const toldWay = given.toldWay ?? given.sentBy;
  return changeNotice(context, id, (now) => {
    const found = given.found ?? given.quantityFound ?? now.found;
    const destroyed = given.destroyed ?? given.quantityDestroyed ?? now.destroyed;
    const held = given.held ?? given.quantityHeld ?? now.held;
    requireConfirmed(given, now);
    const isCounted = [found, destroyed, held].some(
      (count, at) => count !== [now.found, now.destroyed, now.held][at],
    );
    if (isCounted && (destroyed ?? 0) + (held ?? 0) > (found ?? 0)) {
      const name = (given.destroyed ?? given.quantityDestroyed) == null ? 'held' : 'destroyed';
      const former = FORMER_NAMES[name];
      const wrong =
        found === null
          ? violation('quantity_found_missing', 'needs the quantity found')
          : violation(
              'exceeds_found',
              `must not exceed what was found together with what was ${name === 'held' ? 'destroyed' : 'held'}: ${found}`,
              { max: found },
            );
      throw new AppError(faultAt(given[name] == null && given[former] != null ? former : name, wrong));
    }
    return Prisma.sql`
      sent_at = coalesce(sent_at, CASE WHEN ${toldWay ?? null}::text IS NOT NULL THEN now() END),
      sent_by = coalesce(${toldWay ?? null}::text, sent_by),
      told_by = coalesce(${given.toldBy ?? null}::text, told_by),
      acknowledged_at = coalesce(acknowledged_at, now()), acknowledged_by = ${given.acknowledgedBy},
      quantity_found = ${found}, quantity_destroyed = ${destroyed}, quantity_held = ${held}`;
  });
}

/** Requires a confirmation for more than was delivered, because it is more often a mistake. */
function requireConfirmed(
  { found, quantityFound, confirmed }: AcknowledgeNotice,
  { quantity, quantityAtStart }: Notice,
): void {
  const said = found ?? quantityFound;
  const max = Math.max(quantity, quantityAtStart);
  if (said == null || said <= max || confirmed === said) return;
  const name = found == null ? FORMER_NAMES.found : 'found';
  const wording = `must be at most the quantity delivered, ${max}, or be repeated as confirmed`;
  throw errorAt(name, 'exceeds_delivered', wording, { max });
}
