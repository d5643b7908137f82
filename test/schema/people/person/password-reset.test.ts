import { afterAll, describe, expect, it } from 'vitest';
import { pruneExpired } from '../../../../src/jobs/prune-expired.ts';
import { startMailbox } from '../../../support/mail/mailbox.ts';
import { PASSWORD } from '../../../support/service/open-session.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn, createUser, createVisitor, isSignedIn } from '../../../support/service/visitor.ts';

const NEW_PASSWORD = 'battery staple correct';
const REQUEST = 'mutation($email: String!) { requestPasswordReset(email: $email) }';
const RESET =
  'mutation($token: String!, $newPassword: String!) { resetPassword(token: $token, newPassword: $newPassword) }';

const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const service = useService({ mail: { url: mailbox.url, from: 'people@provender.example' } });

let network = 1;
/** Returns a browser with its own address, so that tests do not use up each other's limits. */
const stranger = () => createVisitor(service, { address: `127.0.1.${(network += 1)}` });

/** Returns the token of the n-th link that an address gets. */
async function tokenTo(email: string, nth = 1): Promise<string> {
  const [page, token] = (await mailbox.link(email, nth)).split('#');
  expect(page).toBe(`${service.url}/settings/reset-password`);
  return token!;
}

/** Returns the answers to four requests for an address, each from another network. */
async function answersTo(email: string) {
  const answers = [];
  for (let time = 0; time < 4; time += 1) {
    const { status, json, setCookies } = await stranger().ask(REQUEST, { variables: { email } });
    answers.push({ status, data: json.data, errors: json.errors, setCookies });
  }
  return answers;
}

const refused = { code: 'validation_error', field: 'token' };

describe('a mailed link', () => {
  it('sets a new password once, ends every session, and is in the audit log', async () => {
    const owner = await createSignedIn(service);
    const { email } = owner.user;
    const visitor = stranger();
    expect(await visitor.data('{ passwordResetByMail }')).toEqual({ passwordResetByMail: true });
    expect(await visitor.data(REQUEST, { email: email.toUpperCase() })).toEqual({
      requestPasswordReset: true,
    });
    const token = await tokenTo(email);
    expect(mailbox.to(email)[0]).toContain('Subject: Reset your password\r\n');
    expect(await visitor.refusal(RESET, { token, newPassword: 'short' })).toMatchObject({
      field: 'newPassword',
    });
    expect(await isSignedIn(owner)).toBe(true);
    const answers = await Promise.all(
      [visitor, stranger()].map((each) =>
        each.ask(RESET, { variables: { token, newPassword: NEW_PASSWORD } }),
      ),
    );
    expect(answers.filter(({ json }) => json.errors)).toHaveLength(1);
    expect(answers.flatMap(({ setCookies }) => setCookies)).toEqual([]);
    expect(await visitor.refusal(RESET, { token, newPassword: NEW_PASSWORD })).toMatchObject(refused);

    expect(await isSignedIn(owner)).toBe(false);
    const { knownDevice } = service.database.prisma;
    expect(await knownDevice.count({ where: { accountId: owner.user.id } })).toBe(0);
    expect((await visitor.signIn(email, PASSWORD)).json.errors).toHaveLength(1);
    expect((await visitor.signIn(email, NEW_PASSWORD)).json.errors).toBeUndefined();
    const { auditLog, session } = await visitor.data(
      `{ session { person { id name } }
         auditLog(filter: { actions: ["password.reset_requested", "password.reset"] }) {
           nodes { action actor address details }
         } }`,
    );
    const { id: person, name: personName } = session.person;
    const entry = { actor: 'NOBODY', address: expect.any(String), details: { person, personName } };
    expect(auditLog.nodes).toEqual([
      { action: 'password.reset', ...entry },
      { action: 'password.reset_requested', ...entry },
    ]);
    expect(service.logged()).not.toContain(token);
  });

  it('is refused once it is replaced or expired, or the address or password was changed', async () => {
    const owner = await createSignedIn(service);
    const { email } = owner.user;
    const visitor = stranger();
    const request = async (nth: number) => {
      await visitor.data(REQUEST, { email });
      return tokenTo(email, nth);
    };
    const first = await request(1);
    const second = await request(2);
    expect(await visitor.refusal(RESET, { token: first, newPassword: NEW_PASSWORD })).toMatchObject(refused);
    const { pool } = service.database;
    const resets = async () =>
      (await pool.query('SELECT FROM password_resets WHERE account_id = $1', [owner.user.id])).rowCount;
    await pruneExpired(pool);
    expect(await resets()).toBe(1);
    await pool.query(
      `UPDATE password_resets SET expires_at = now() - interval '1 second' WHERE account_id = $1`,
      [owner.user.id],
    );
    expect(await visitor.refusal(RESET, { token: second, newPassword: NEW_PASSWORD })).toMatchObject(refused);
    await pruneExpired(pool);
    expect(await resets()).toBe(0);
    const third = await request(3);
    await owner.data(
      `mutation { changeEmail(currentPassword: "${PASSWORD}", email: "new-${email}") { id } }`,
    );
    expect(await visitor.refusal(RESET, { token: third, newPassword: NEW_PASSWORD })).toMatchObject(refused);
    await visitor.data(REQUEST, { email: `new-${email}` });
    const fourth = await tokenTo(`new-${email}`);
    await owner.data(
      `mutation { changePassword(currentPassword: "${PASSWORD}", newPassword: "${PASSWORD}") { id } }`,
    );
    expect(await visitor.refusal(RESET, { token: fourth, newPassword: NEW_PASSWORD })).toMatchObject(refused);
    expect(await isSignedIn(owner)).toBe(true);
  });
});

describe('a request', () => {
  it('for an unknown address gets the same response, sends nothing, and has the same limit', async () => {
    const { email } = await createUser(service);
    const unknown = `nobody-${email}`;
    const [known, others] = [await answersTo(email), await answersTo(unknown)];
    expect(known.map(({ data }) => data?.requestPasswordReset)).toEqual([true, true, true, null]);
    expect(known[3]!.errors[0].extensions.code).toBe('rate_limited');
    const withoutWait = (answers: typeof known) =>
      JSON.stringify(answers).replaceAll(/"(retryAfter|message)":("[^"]*"|\d+)/g, '');
    expect(withoutWait(others)).toBe(withoutWait(known));
    await expect.poll(() => mailbox.to(email).length).toBe(3);
    expect(mailbox.to(unknown)).toEqual([]);
  });

  it('is refused beyond 10 from one address, as are more than 30 wrong tokens', async () => {
    const visitor = stranger();
    const attempts = (count: number, query: string, variables: (n: number) => Record<string, unknown>) =>
      Promise.all(
        Array.from({ length: count }, (_, n) => visitor.ask(query, { variables: variables(n) })),
      ).then(
        (answers) => answers.filter(({ json }) => json.errors?.[0].extensions.code === 'rate_limited').length,
      );
    expect(await attempts(11, REQUEST, (n) => ({ email: `${n}@nobody.example` }))).toBe(1);
    const wrong = { token: 'A'.repeat(43), newPassword: NEW_PASSWORD };
    expect(await attempts(31, RESET, () => wrong)).toBe(1);
  });
});
