import { beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../../support/service/open-session.ts';
import { useServices } from '../../../support/service/service.ts';
import {
  createUser,
  createVisitor,
  type PageAnswer,
  type Visitor,
} from '../../../support/service/visitor.ts';

const [here, there] = useServices(2);
const WRONG = 'not this one';

beforeEach(() => here!.database.pool.query('DELETE FROM rate_limits'));

const codeOf = ({ json }: PageAnswer) => json.errors?.[0].extensions.code ?? 'in';

async function fail(visitor: Visitor, email: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++)
    expect(codeOf(await visitor.signIn(email, WRONG))).toBe('unauthorized');
}

describe('guessing', () => {
  it('ends after five wrong passwords for one e-mail from one address, in every process', async () => {
    const { email } = await createUser(here!);
    await fail(createVisitor(here!), email, 3);
    await fail(createVisitor(there!), email, 2);
    for (const service of [here!, there!]) {
      const { json } = await createVisitor(service).signIn(email);
      const [{ message, extensions }] = json.errors;
      expect(message).toBe('Too many attempts. Try again in 15 minutes');
      expect(extensions).toEqual({
        code: 'rate_limited',
        field: null,
        problem: 'too_many_attempts',
        values: null,
        retryAfter: expect.any(Number),
      });
      expect(extensions.retryAfter).toBeGreaterThan(800);
      expect(extensions.retryAfter).toBeLessThanOrEqual(900);
    }
    // Users at other addresses are not affected.
    expect(codeOf(await createVisitor(here!, { address: '127.0.0.2' }).signIn(email))).toBe('in');
  });

  it('ends for one address after thirty wrong passwords, whatever the e-mails', async () => {
    const visitor = createVisitor(here!, { address: '127.0.0.3' });
    for (let index = 0; index < 30; index++) await fail(visitor, `${index}@nobody.example`, 1);
    const { email } = await createUser(here!);
    expect(codeOf(await visitor.signIn(email))).toBe('rate_limited');
    expect(codeOf(await createVisitor(here!).signIn(email))).toBe('in');
  });

  it('is the same for an unknown e-mail', async () => {
    const visitor = createVisitor(here!);
    await fail(visitor, 'nobody@supplier.example', 5);
    expect(codeOf(await visitor.signIn('nobody@supplier.example', WRONG))).toBe('rate_limited');
  });

  it('is not counted when it is right, nor when it is refused', async () => {
    const { email } = await createUser(here!);
    for (let time = 0; time < 8; time++) expect(codeOf(await createVisitor(here!).signIn(email))).toBe('in');
    await fail(createVisitor(here!), email, 4);
    expect(codeOf(await createVisitor(here!).signIn(email))).toBe('in');
    await fail(createVisitor(here!), email, 1);
    for (let time = 0; time < 3; time++) {
      expect(codeOf(await createVisitor(here!).signIn(email, WRONG))).toBe('rate_limited');
    }
    const { rows } = await here!.database.pool.query<{ key: string; points: number }>(
      `SELECT split_part(key, ':', 1) AS key, points FROM rate_limits WHERE key LIKE 'guess-%' ORDER BY key`,
    );
    expect(rows).toEqual([
      { key: 'guess-address', points: 5 },
      { key: 'guess-email', points: 5 },
      { key: 'guess-pair', points: 5 },
    ]);
  });

  it('is limited also when all attempts are concurrent', async () => {
    const { email } = await createUser(here!);
    const attempts = Array.from({ length: 12 }, (_, index) =>
      createVisitor(index % 2 ? here! : there!).signIn(email, WRONG),
    );
    const codes = (await Promise.all(attempts)).map(codeOf);
    expect(codes.filter((code) => code === 'unauthorized').length).toBeLessThanOrEqual(5);
    expect(codes.filter((code) => code === 'rate_limited').length).toBeGreaterThanOrEqual(7);
  });

  it('stores neither e-mails nor tokens in the rate-limit store', async () => {
    const { email } = await createUser(here!);
    await fail(createVisitor(here!), email, 1);
    const { rows } = await here!.database.pool.query<{ key: string }>('SELECT key FROM rate_limits');
    expect(JSON.stringify(rows)).not.toContain(email.split('@')[0]);
  });
});

describe('the owner of the account', () => {
  it('is not locked out of a browser they signed in with before', async () => {
    const { email } = await createUser(here!);
    const own = createVisitor(here!);
    await own.signIn(email);
    await own.ask('mutation { signOut }');
    // At most twenty attempts are allowed from all addresses, including the user's.
    for (const address of ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4']) {
      await fail(createVisitor(here!, { address }), email, 5);
    }
    const stranger = createVisitor(here!, { address: '127.0.0.5' });
    expect(codeOf(await stranger.signIn(email))).toBe('rate_limited');
    await fail(own, email, 3);
    expect(codeOf(await own.signIn(email))).toBe('in');
  });

  it('is recognised by a browser for as long as it is known, and no longer', async () => {
    const { email, id } = await createUser(here!);
    const own = createVisitor(here!);
    await own.signIn(email);
    const expire = (at: string) =>
      here!.database.pool.query(
        `UPDATE known_devices SET expires_at = now() + $2::interval WHERE account_id = $1`,
        [id, at],
      );
    await fail(createVisitor(here!), email, 5);
    await expire('-1 second');
    expect(codeOf(await own.signIn(email))).toBe('rate_limited');
    await expire('1 minute');
    expect(codeOf(await own.signIn(email))).toBe('in');
  });

  it('has ten separate attempts, which do not affect those of others', async () => {
    const { email } = await createUser(here!);
    const own = createVisitor(here!);
    await own.signIn(email);
    await fail(own, email, 10);
    expect(codeOf(await own.signIn(email))).toBe('rate_limited');
    expect(codeOf(await createVisitor(here!).signIn(email))).toBe('in');
  });

  it('is recognised by their own browser, not by that of another account', async () => {
    const [victim, attacker] = [await createUser(here!), await createUser(here!)];
    const own = createVisitor(here!);
    await own.signIn(attacker.email);
    await fail(own, victim.email, 5);
    expect(codeOf(await own.signIn(victim.email, WRONG))).toBe('rate_limited');
  });

  it('is recognised for each of their accounts in one browser, with a new token each time', async () => {
    const [first, second] = [await createUser(here!), await createUser(here!)];
    const own = createVisitor(here!);
    await own.signIn(first.email);
    const before = own.cookies.get('provender_device');
    await own.signIn(second.email);
    expect(own.cookies.get('provender_device')).not.toBe(before);
    for (const { email } of [first, second]) {
      await fail(createVisitor(here!), email, 5);
      expect(codeOf(await own.signIn(email))).toBe('in');
    }
  });

  it('has no more than ten attempts when the browser gets new tokens in between', async () => {
    const [victim, own] = [await createUser(here!), await createUser(here!)];
    const browser = createVisitor(here!);
    await browser.signIn(victim.email);
    for (let time = 0; time < 10; time++) {
      await fail(browser, victim.email, 1);
      expect(codeOf(await browser.signIn(own.email))).toBe('in');
    }
    expect(codeOf(await browser.signIn(victim.email, WRONG))).toBe('rate_limited');
  });

  it('is protected within a session too, against guesses of the current password', async () => {
    const { email } = await createUser(here!);
    const own = createVisitor(here!);
    await own.signIn(email);
    const change = (currentPassword: string) =>
      own.refusal(
        'mutation($old: String!) { changePassword(currentPassword: $old, newPassword: "another one") { id } }',
        { old: currentPassword },
      );
    for (let time = 0; time < 10; time++) {
      expect(await change(WRONG)).toMatchObject({ code: 'validation_error', field: 'currentPassword' });
    }
    expect(await change(PASSWORD)).toMatchObject({ code: 'rate_limited', retryAfter: expect.any(Number) });
  });
});
