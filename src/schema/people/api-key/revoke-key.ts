import type { Db } from '../../../database/connect.ts';
import { notFound } from '../../core/errors.ts';

/**
 * Revokes a key permanently and returns when it was revoked. Without `accountId` it may be a key of any
 * account. Revoking again changes nothing.
 *
 * @throws AppError `not_found`
 */
export async function revokeKey(db: Db, where: { accountId?: bigint; id: bigint }): Promise<Date> {
  await db.apiKey.updateMany({ where: { ...where, revokedAt: null }, data: { revokedAt: new Date() } });
  const key = await db.apiKey.findFirst({ where, select: { revokedAt: true } });
  if (!key?.revokedAt) throw notFound('API key');
  return key.revokedAt;
}
