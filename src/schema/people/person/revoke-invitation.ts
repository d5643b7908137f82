import { inAuditedTransaction } from '../../core/audit/in-audited-transaction.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';

/**
 * Deletes an open invitation, so that its link stops working, and returns its id.
 *
 * @throws AppError `not_found`
 */
export async function revokeInvitation(context: Context, id: string): Promise<bigint> {
  const record = recordIdOf(id);
  await inAuditedTransaction(
    context,
    async (inside) => {
      const [revoked] = await inside.db.$queryRaw<{ name: string; role: string }[]>`
        DELETE FROM invitations
        WHERE /* guard: revoked-invitation-account */ account_id = ${accountOf(context)} AND /* end */ id = ${record}
        RETURNING name, role`;
      // guard: revoked-invitation
      if (!revoked) throw notFound('invitation');
      return revoked;
    },
    ({ name: personName, role }) => ({
      action: 'invitation.revoked',
      details: { invitation: String(record), personName, role },
    }),
  );
  return record;
}
