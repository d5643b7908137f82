import { byId, callerOf, type Context, unauthorized } from '../../core/context.ts';
import { type IssuedKey } from './issue-key.ts';
import { OLD_VALUES, oldValuesOf } from './old-values.ts';
import { rotateKey } from './rotate-key.ts';

/** A key that rotated itself, and when the last of its old values expires. */
export interface SelfRotation extends IssuedKey {
  previousValueExpiresAt: Date | null;
}

/**
 * Replaces the value of the key that the caller sent.
 *
 * @throws AppError `unauthorized` for an old value, and as `rotateKey`
 */
export async function rotateOwnKey(context: Context, graceSeconds: unknown): Promise<SelfRotation> {
  const caller = callerOf(context);
  const { keyId: id } = caller;
  if (id === undefined) throw unauthorized();
  const issued = await rotateKey(
    context.db,
    { caller, id, isOwn: true },
    graceSeconds,
    context.settings.cell,
  );
  const stored = await context.db.apiKey.findUniqueOrThrow({ ...byId(context, id), select: OLD_VALUES });
  return { ...issued, previousValueExpiresAt: oldValuesOf(stored).expiresAt };
}
