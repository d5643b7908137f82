import { afterAll, expect, it } from 'vitest';
import { whileLocked } from '../../../support/database/while-locked.ts';
import { startMailbox } from '../../../support/mail/mailbox.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn, createVisitor, isSignedIn } from '../../../support/service/visitor.ts';

const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const service = useService({ mail: { url: mailbox.url, from: 'people@provender.example' } });
const RESET =
  'mutation ($token: String!) { resetPassword(token: $token, newPassword: "battery staple correct") }';

it('a link that expires while it is used resets nothing', async () => {
  const owner = await createSignedIn(service);
  const { id, email } = owner.user;
  await owner.data('mutation ($email: String!) { requestPasswordReset(email: $email) }', { email });
  const token = (await mailbox.link(email)).split('#')[1]!;
  const refusal = await whileLocked(
    service,
    {
      lock: 'SELECT FROM people WHERE account_id = $1 FOR UPDATE',
      values: [id],
      change: (client) =>
        client.query(
          `UPDATE password_resets SET expires_at = now() - interval '1 minute' WHERE account_id = $1`,
          [id],
        ),
    },
    () => createVisitor(service).refusal(RESET, { token }),
  );
  expect(refusal).toMatchObject({ code: 'validation_error', field: 'token' });
  expect(await isSignedIn(owner)).toBe(true);
});
