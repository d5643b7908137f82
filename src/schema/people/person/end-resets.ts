import type { Tx } from '../../../database/connect.ts';

/**
 * Ends the link by which a person can reset their password. Lock the person before, so that it does not
 * deadlock.
 */
export async function endResets(tx: Tx, where: { accountId: bigint; personId: bigint }): Promise<void> {
  await tx.passwordReset.deleteMany({ where });
}
