import { hashPassword } from '../../../src/schema/people/account/password.ts';
import { hashOfToken, newToken } from '../../../src/schema/people/session/token.ts';
import type { TestAccount } from './account.ts';
import type { TestService } from './service.ts';

export const PASSWORD = 'correct horse battery';
const PASSWORD_HASH = hashPassword(PASSWORD);

/** Opens a session of the owner of an account, whose password becomes {@link PASSWORD}. */
export async function openSession(
  { url, database }: Pick<TestService, 'url' | 'database'>,
  account: Pick<TestAccount, 'id'>,
) {
  const token = newToken();
  const open = async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      `WITH changed AS (UPDATE people SET password_hash = $3 WHERE account_id = $1 AND role = 'owner')
       INSERT INTO sessions (account_id, person_id, id, token_hash, user_agent, expires_at)
       SELECT account_id, id, coalesce($4, nextval(pg_get_serial_sequence('sessions', 'id'))), $2, 'node',
         now() + interval '30 days'
       FROM people WHERE account_id = $1 AND role = 'owner'
       ON CONFLICT (account_id, id) DO UPDATE SET token_hash = excluded.token_hash
       RETURNING id`,
      [account.id, hashOfToken(token), await PASSWORD_HASH, id],
    );
    return rows[0]!.id;
  };
  let id: string | null = null;
  id = await open();
  return {
    id: BigInt(id),
    /** Returns the headers of the page's requests; reopens the session if it has ended. */
    async proof() {
      await open();
      return { Origin: url, Cookie: `provender_session=${token}` };
    },
  };
}
