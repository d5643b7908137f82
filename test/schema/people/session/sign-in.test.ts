import * as argon2 from '@node-rs/argon2';
import { describe, expect, it, vi } from 'vitest';
import { useService } from '../../../support/service/service.ts';
import { PASSWORD } from '../../../support/service/open-session.ts';
import { createUser, createVisitor } from '../../../support/service/visitor.ts';

// The real functions, with counted calls.
vi.mock('@node-rs/argon2', { spy: true });

const service = useService();
const MUTATION =
  'mutation($email: String!, $password: String!) { signIn(email: $email, password: $password) { id } }';

describe('signing in', () => {
  it('returns the session and its account in one request', async () => {
    const { id, email } = await createUser(service);
    const visitor = createVisitor(service);
    const { json } = await visitor.ask(
      `mutation { signIn(email: "  ${email.toUpperCase()} ", password: "${PASSWORD}") {
         id isCurrent createdAt lastUsedAt expiresAt userAgent account { id email usage { hour { remaining } } }
       } }`,
      { headers: { 'User-Agent': `Browser/${'9'.repeat(300)}` } },
    );
    expect(json.errors).toBeUndefined();
    const { lastUsedAt, userAgent, ...session } = json.data.signIn;
    expect(session).toMatchObject({ isCurrent: true, account: { id: String(id), email } });
    expect(session.account.usage.hour.remaining).toBe(60);
    expect(lastUsedAt).toMatch(/:00\.000Z$/);
    expect(userAgent).toBe(`Browser/${'9'.repeat(192)}`);
    expect(await visitor.data('{ session { id } }')).toEqual({ session: { id: session.id } });
  });

  it('responds the same, with the same work, for a wrong password and an unknown e-mail', async () => {
    const { email } = await createUser(service);
    const answers = [];
    for (const tried of [email, 'nobody@supplier.example']) {
      vi.mocked(argon2.verify).mockClear();
      const { status, json, setCookies } = await createVisitor(service).ask(MUTATION, {
        variables: { email: tried, password: 'not this one' },
      });
      const { extensions: _, ...rest } = json;
      answers.push({ status, rest, setCookies });
      expect(argon2.verify).toHaveBeenCalledTimes(1);
      const [[hash]] = vi.mocked(argon2.verify).mock.calls as [[string, string]];
      // Both hash a password.
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({
      status: 200,
      setCookies: [],
      rest: { data: { signIn: null }, errors: [{ message: 'Incorrect e-mail or password' }] },
    });
  });

  it.each<[string, string, string, string]>([
    ['no e-mail', '  ', PASSWORD, 'email'],
    ['an e-mail that is too long', 'x'.repeat(201), PASSWORD, 'email'],
    ['an e-mail that cannot be stored', 'a\0b@supplier.example', PASSWORD, 'email'],
    ['no password', 'a@supplier.example', '', 'password'],
    ['a password that is too long', 'a@supplier.example', 'x'.repeat(201), 'password'],
  ])('names the field at fault: %s', async (_what, email, password, field) => {
    vi.mocked(argon2.verify).mockClear();
    expect(await createVisitor(service).refusal(MUTATION, { email, password })).toMatchObject({
      code: 'validation_error',
      field,
    });
    expect(argon2.verify).not.toHaveBeenCalled();
  });

  it('refuses a password that is being changed', async () => {
    const { id, email } = await createUser(service);
    const before = vi.mocked(argon2.verify).getMockImplementation();
    vi.mocked(argon2.verify).mockImplementationOnce(async () => {
      // Another request changes the password between its check and the session.
      await service.database.pool.query(`UPDATE people SET password_hash = 'changed' WHERE account_id = $1`, [
        id,
      ]);
      return true;
    });
    const refusal = await createVisitor(service).refusal(MUTATION, { email, password: PASSWORD });
    expect(refusal).toMatchObject({ code: 'unauthorized' });
    expect(vi.mocked(argon2.verify).getMockImplementation()).toBe(before);
    const { rowCount } = await service.database.pool.query('SELECT FROM sessions WHERE account_id = $1', [
      id,
    ]);
    expect(rowCount).toBe(0);
  });

  it('keeps passwords out of the log', async () => {
    const { email } = await createUser(service);
    await createVisitor(service).ask(MUTATION, { variables: { email, password: 'sesame-open' } });
    expect(service.logged()).not.toMatch(/sesame-open|correct horse/);
  });
});
