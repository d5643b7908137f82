import { describe, expect, it } from 'vitest';
import { useService } from '../support/service/service.ts';
import { createSignedIn, createUser, createVisitor } from '../support/service/visitor.ts';
import { DAY_MS } from '../../src/durations.ts';

const plain = useService();
const secure = useService({ publicUrl: 'https://food.example' });

/** Returns the flags of a Set-Cookie header, without its value and times. */
function flagsOf(line: string | undefined): string[] {
  const [pair, ...flags] = line!.split('; ');
  return [pair!.split('=')[0]!, ...flags.filter((flag) => !/^(Max-Age|Expires)=/.test(flag)).sort()];
}

const maxAgeOf = (line: string | undefined) => Number(/; Max-Age=(\d+)/.exec(line!)![1]);
/** The response can be written in the second after the one in which the session began. */
const daysOf = (line: string) => Math.ceil(maxAgeOf(line) / 86_400);

describe('the cookies', () => {
  it('are for no script and no other site', async () => {
    const { email } = await createUser(plain);
    const { setCookies } = await createVisitor(plain).signIn(email);
    expect(setCookies.map(flagsOf)).toEqual([
      ['provender_session', 'HttpOnly', 'Path=/', 'SameSite=Lax'],
      ['provender_device', 'HttpOnly', 'Path=/', 'SameSite=Lax'],
    ]);
    expect(setCookies.map(daysOf)).toEqual([30, 365]);
  });

  it('go over TLS alone, and are bound to this host, where PUBLIC_URL is https', async () => {
    const { email } = await createUser(secure);
    const visitor = createVisitor(secure, { origin: 'https://food.example' });
    const { setCookies } = await visitor.signIn(email);
    expect(setCookies.map(flagsOf)).toEqual([
      ['__Host-provender_session', 'HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'],
      ['__Host-provender_device', 'HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'],
    ]);
    expect((await visitor.data('{ session { isCurrent } }')).session).toEqual({ isCurrent: true });
    const { setCookies: cleared } = await visitor.ask('mutation { signOut }');
    expect(cleared.map(flagsOf)).toEqual([
      ['__Host-provender_session', 'HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'],
    ]);
    expect([...visitor.cookies.keys()]).toEqual(['__Host-provender_device']);
  });

  it('hold tokens of which only the hash is stored', async () => {
    const { cookies, user } = await createSignedIn(plain);
    const { rows } = await plain.database.pool.query<{ row: string }>(
      `SELECT t::text AS row FROM sessions t WHERE account_id = $1
       UNION ALL SELECT t::text FROM known_devices t WHERE account_id = $1`,
      [user.id],
    );
    expect(rows).toHaveLength(2);
    for (const token of cookies.values()) {
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(JSON.stringify(rows)).not.toContain(token);
      expect(JSON.stringify(rows)).not.toContain(Buffer.from(token).toString('hex'));
      expect(plain.logged()).not.toContain(token);
    }
  });

  it('live on while they are used', async () => {
    const visitor = await createSignedIn(plain);
    expect((await visitor.ask('{ session { id } }')).setCookies).toEqual([]);
    await setExpiry(visitor.user.id, `now() + interval '10 days'`);
    const { setCookies } = await visitor.ask('{ session { id } }');
    expect(setCookies.map(flagsOf)).toEqual([['provender_session', 'HttpOnly', 'Path=/', 'SameSite=Lax']]);
    expect(daysOf(setCookies[0]!)).toBe(30);
    const left = async () => {
      const { session } = await visitor.data('{ session { expiresAt } }');
      return (Date.parse(session.expiresAt) - Date.now()) / DAY_MS;
    };
    await expect.poll(left).toBeGreaterThan(29.9);
  });
});

describe('a new sign-in', () => {
  it('gets a new token, and ends the session that the browser had', async () => {
    const visitor = await createSignedIn(plain);
    const before = visitor.cookies.get('provender_session')!;
    await visitor.signIn(visitor.user.email);
    const after = visitor.cookies.get('provender_session')!;
    expect(after).not.toBe(before);
    const { sessions } = await visitor.data('{ sessions { isCurrent } }');
    expect(sessions).toEqual([{ isCurrent: true }]);
    visitor.cookies.set('provender_session', before);
    expect(await visitor.data('{ session { id } }')).toEqual({ session: null });
  });

  it("ends the browser's session at another account too", async () => {
    const visitor = await createSignedIn(plain);
    const { email } = await createUser(plain);
    await visitor.signIn(email);
    const { rowCount } = await plain.database.pool.query('SELECT FROM sessions WHERE account_id = $1', [
      visitor.user.id,
    ]);
    expect(rowCount).toBe(0);
    expect((await visitor.data('{ account { email } }')).account).toEqual({ email });
  });

  it('accepts no token that another site has set', async () => {
    const { email } = await createUser(plain);
    const planted = 'A'.repeat(43);
    const victim = createVisitor(plain);
    victim.cookies.set('provender_session', planted).set('provender_device', planted);
    await victim.signIn(email);
    expect([...victim.cookies.values()]).not.toContain(planted);
    const attacker = createVisitor(plain);
    attacker.cookies.set('provender_session', planted).set('provender_device', planted);
    expect(await attacker.data('{ session { id } }')).toEqual({ session: null });
  });
});

describe('a cookie that is worth nothing', () => {
  it.each<[string, string]>([
    ['is of no session', 'B'.repeat(43)],
    ['is empty', ''],
    ['is too short', 'abc'],
    ['is too long', 'C'.repeat(5_000)],
    ['is no text', '%00%FF'],
    ['holds SQL', `' OR 1=1 --`],
    ['holds an API key', 'prv_0123456789012345678901234567890123456789012345678'],
  ])('is the same as none when it %s', async (_what, token) => {
    const visitor = createVisitor(plain);
    visitor.cookies.set('provender_session', token);
    const { status, json, setCookies } = await visitor.ask('{ session { id } signUpAllowed }');
    expect([status, json.data]).toEqual([200, { session: null, signUpAllowed: false }]);
    expect(setCookies).toEqual([]);
    expect(await visitor.refusal('{ account { id } }')).toMatchObject({ code: 'unauthorized' });
  });

  it('is the same as none when its session has expired', async () => {
    const visitor = await createSignedIn(plain);
    await setExpiry(visitor.user.id, 'now()');
    expect(await visitor.data('{ session { id } }')).toEqual({ session: null });
    for (const query of ['{ sessions { id } }', '{ apiKeys { id } }', 'mutation { signOut }']) {
      expect(await visitor.refusal(query)).toMatchObject({ code: 'unauthorized' });
    }
  });
});

it('reveals nothing of the schema without a session', async () => {
  const visitor = createVisitor(plain);
  for (const query of [
    '{ __schema { types { name } } }',
    '{ session { id } __type(name: "Query") { name } }',
  ]) {
    expect(await visitor.refusal(query)).toMatchObject({ code: 'unauthorized' });
  }
  const { __type } = await (await createSignedIn(plain)).data('{ __type(name: "Query") { name } }');
  expect(__type).toEqual({ name: 'Query' });
});

async function setExpiry(account: bigint, time: string): Promise<void> {
  await plain.database.pool.query(`UPDATE sessions SET expires_at = ${time} WHERE account_id = $1`, [
    account,
  ]);
}
