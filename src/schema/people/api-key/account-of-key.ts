import type { Db } from '../../../database/connect.ts';
import { notFound } from '../../core/errors.ts';

/**
 * Returns the account of a key. Operators name keys by id alone.
 *
 * @throws AppError `not_found`
 */
export async function accountOfKey(db: Db, id: bigint): Promise<bigint> {
  const key = await db.apiKey.findFirst({ where: { id }, select: { accountId: true } });
  if (!key) throw notFound('API key');
  return key.accountId;
}
