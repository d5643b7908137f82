import type { Db } from '../../database/connect.ts';
import { notFound } from '../errors.ts';

/** Revokes a key for good; revoking again changes nothing. @throws AppError `not_found` */
export async function revokeKey(db: Db, id: bigint): Promise<Date> {
  await db.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: new Date() } });
  const key = await db.apiKey.findFirst({ where: { id }, select: { revokedAt: true } });
  if (!key?.revokedAt) throw notFound('this API key');
  return key.revokedAt;
}
