import type { Tx } from '../../../database/connect.ts';

/** Ends the link by which a person can reset their password. Lock the person first, to avoid deadlocks. */
export async function endResets(tx: Tx, where: { accountId: bigint; personId: bigint }): Promise<void> {
  await tx.passwordReset.deleteMany({ where });
}
