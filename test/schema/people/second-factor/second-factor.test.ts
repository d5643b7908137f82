import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { switchOffSecondFactor } from '../../../../src/schema/people/second-factor/stop-second-factor.ts';
import { whileLocked } from '../../../support/database/while-locked.ts';
import { createPerson, storeFactors } from '../../../support/service/account.ts';
import { PASSWORD } from '../../../support/service/open-session.ts';
import { setUpFactor, signInWith } from '../../../support/service/second-factor.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn, createUser, createVisitor, isSignedIn } from '../../../support/service/visitor.ts';

const service = useService();

const START = 'mutation($password: String!) { startSecondFactor(password: $password) { uri secret } }';
const CONFIRM = 'mutation($code: String!) { confirmSecondFactor(code: $code) { codes } }';
const STOP =
  'mutation($password: String!, $code: String!) { stopSecondFactor(password: $password, code: $code) }';
const STOP_OF = 'mutation($id: ID!, $password: String!) { stopSecondFactorOf(id: $id, password: $password) }';
const RENEW = 'mutation($code: String!) { renewRecoveryCodes(code: $code) { codes } }';
const HAS = '{ session { person { id hasSecondFactor } } }';
const WRONG = '000 000';

/** Signs in with a new browser. Returns the error, or 'in'. */
async function outcomeOf(email: string, code?: string, password?: string) {
  const { json, setCookies } = await signInWith(createVisitor(service), email, code, password);
  if (!json.errors) return 'in';
  expect(setCookies).toEqual([]);
  const { message, extensions } = json.errors[0];
  return { message, code: extensions.code, field: extensions.field };
}

const NEEDED = { message: 'The code of your second factor is needed', code: 'unauthorized', field: 'code' };
const REFUSED = { ...NEEDED, message: 'The code is incorrect, or was already used' };

describe('a second factor', () => {
  it('is needed once it is confirmed, and only with the right password', async () => {
    const owner = await createSignedIn(service);
    const { email } = owner.user;
    await owner.data(START, { password: PASSWORD });
    expect(await outcomeOf(email)).toBe('in');
    expect(await owner.refusal(CONFIRM, { code: WRONG })).toMatchObject({
      code: 'validation_error',
      field: 'code',
    });
    expect(await owner.data(HAS)).toMatchObject({ session: { person: { hasSecondFactor: false } } });
    const { uri, code, recoveryCodes } = await setUpFactor(owner);
    expect(uri).toMatch(/^otpauth:\/\/totp\/Provender:.*%40supplier\.example\?issuer=Provender&secret=/);
    expect(recoveryCodes).toHaveLength(10);
    expect(await owner.data('{ people { hasSecondFactor } }')).toEqual({
      people: [{ hasSecondFactor: true }],
    });

    expect(await outcomeOf(email)).toEqual(NEEDED);
    expect(await outcomeOf(email, '')).toEqual(NEEDED);
    for (const wrong of [WRONG, code(3), code(-3), 'ABCD-EFGH-IJKL-MNOP']) {
      expect(await outcomeOf(email, wrong)).toEqual(REFUSED);
    }
    const next = code(1);
    for (const given of [undefined, next]) {
      const wrong = { message: 'Incorrect e-mail or password', code: 'unauthorized', field: null };
      expect(await outcomeOf(email, given, 'not this one')).toEqual(wrong);
    }
    expect(await outcomeOf(email, `${next.slice(0, 3)} ${next.slice(3)}`)).toBe('in');
    expect(await outcomeOf(email, next)).toEqual(REFUSED);
  });

  it('neither renews codes nor is turned off by a code before it is confirmed', async () => {
    const owner = await createSignedIn(service);
    const { secret } = (await owner.data(START, { password: PASSWORD })).startSecondFactor;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    expect(await owner.refusal(RENEW, { code })).toMatchObject({ field: 'code' });
    expect(await owner.refusal(STOP, { password: PASSWORD, code })).toMatchObject({
      message: 'This person has no second factor',
      field: 'code',
    });
    expect((await owner.data(CONFIRM, { code })).confirmSecondFactor.codes).toHaveLength(10);
  });

  it('is not locked by wrong codes of others, for known browsers and sessions', async () => {
    const owner = await createSignedIn(service);
    const { code, recoveryCodes } = await setUpFactor(owner);
    const { email } = owner.user;
    for (let time = 0; time < 10; time += 1) await outcomeOf(email, WRONG);
    expect(await outcomeOf(email, code(1))).toMatchObject({ code: 'rate_limited' });
    const renewed = await owner.data(RENEW, { code: code(1) });
    expect(renewed.renewRecoveryCodes.codes).toHaveLength(10);
    const [recovery, last] = renewed.renewRecoveryCodes.codes;
    await owner.data('mutation { signOut }');
    expect((await signInWith(owner, email, recovery)).json.errors).toBeUndefined();
    // A known browser has its own limit.
    await owner.data('mutation { signOut }');
    for (let time = 0; time < 10; time += 1) await signInWith(owner, email, WRONG);
    const { json } = await signInWith(owner, email, last);
    expect(json.errors[0].extensions.code).toBe('rate_limited');
    expect(recoveryCodes).toHaveLength(10);
  });

  it('is not asked of people without one', async () => {
    const { email } = await createUser(service);
    expect(await outcomeOf(email, WRONG)).toBe('in');
  });

  it('opens one session with one code, also concurrently', async () => {
    const owner = await createSignedIn(service);
    const { code, recoveryCodes } = await setUpFactor(owner);
    for (const given of [code(1), recoveryCodes[0]!]) {
      const raced = [given, given, given].map((each) => outcomeOf(owner.user.email, each));
      const outcomes = await Promise.all(raced);
      expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(1);
    }
    expect((await owner.data('{ sessions { id } }')).sessions).toHaveLength(3);
  });

  it('renews its recovery codes once with one code, also when two requests race', async () => {
    const owner = await createSignedIn(service);
    const { code } = await setUpFactor(owner);
    const next = code(1);
    const answers = await whileLocked(
      service,
      {
        lock: 'SELECT FROM second_factors WHERE account_id = $1 FOR UPDATE',
        values: [owner.user.id],
        waiting: 2,
      },
      () => Promise.all([0, 1].map(() => owner.ask(RENEW, { variables: { code: next } }))),
    );
    expect(answers.filter(({ json }) => json.errors)).toHaveLength(1);
  });

  it('is not turned off with a wrong code', async () => {
    const owner = await createSignedIn(service);
    const { code } = await setUpFactor(owner);
    for (const wrong of [WRONG, code(0), code(3), 'ABCD-EFGH-IJKL-MNOP']) {
      expect(await owner.refusal(STOP, { password: PASSWORD, code: wrong })).toMatchObject({ field: 'code' });
    }
    expect(await owner.refusal(STOP, { password: 'not this one', code: code(1) })).toMatchObject({
      field: 'password',
    });
    expect((await owner.data(HAS)).session.person.hasSecondFactor).toBe(true);
  });

  it('is replaced by each recovery code, once', async () => {
    const owner = await createSignedIn(service);
    const { email } = owner.user;
    const { code, recoveryCodes } = await setUpFactor(owner);
    const [first, second] = recoveryCodes as [string, string];
    expect(await outcomeOf(email, first.toLowerCase().replaceAll('-', ' '))).toBe('in');
    expect(await outcomeOf(email, first)).toEqual(REFUSED);
    expect(await owner.refusal(RENEW, { code: second })).toMatchObject({ field: 'code' });
    const renewed = (await owner.data(RENEW, { code: code(1) })).renewRecoveryCodes.codes;
    expect(await outcomeOf(email, second)).toEqual(REFUSED);
    expect(await outcomeOf(email, renewed[9])).toBe('in');
    await owner.data(STOP, { password: PASSWORD, code: renewed[0] });
    expect(await outcomeOf(email)).toBe('in');
  });

  it('is limited to ten wrong codes an hour, from all unknown browsers and in a session', async () => {
    const owner = await createSignedIn(service);
    const { email } = owner.user;
    const { code } = await setUpFactor(owner);
    for (let time = 0; time < 10; time++) expect(await outcomeOf(email, WRONG)).toEqual(REFUSED);
    const limited = { code: 'rate_limited' };
    expect(await outcomeOf(email, code(1))).toMatchObject(limited);
    for (let time = 0; time < 10; time++) {
      expect(await owner.refusal(RENEW, { code: WRONG })).toMatchObject({ field: 'code' });
    }
    expect(await owner.refusal(RENEW, { code: code(1) })).toMatchObject(limited);
    expect(await outcomeOf(email)).toEqual(NEEDED);
  });
});

describe('a stolen session', () => {
  it('neither adds, replaces nor turns off a second factor', async () => {
    const owner = await createSignedIn(service);
    expect(await owner.refusal(START, { password: 'a guess' })).toMatchObject({
      code: 'validation_error',
      field: 'password',
    });
    const { code, recoveryCodes } = await setUpFactor(owner);
    expect(await owner.refusal(START, { password: PASSWORD })).toMatchObject({
      message: 'You have a second factor already. Turn it off first',
    });
    expect(await owner.refusal(CONFIRM, { code: code(1) })).toMatchObject({ field: 'code' });
    expect(await owner.refusal(STOP, { password: PASSWORD, code: WRONG })).toMatchObject({ field: 'code' });
    const { id } = (await owner.data(HAS)).session.person;
    expect(await owner.refusal(STOP_OF, { id, password: PASSWORD })).toMatchObject({ field: 'id' });
    // The guesses count for the person: another session has no more.
    const other = createVisitor(service);
    await signInWith(other, owner.user.email, recoveryCodes[0]);
    for (let time = 0; time < 9; time++) {
      const guess = { password: 'a guess', code: code(1) };
      expect(await owner.refusal(STOP, guess)).toMatchObject({ field: 'password' });
    }
    expect(await other.refusal(STOP, { password: PASSWORD, code: code(1) })).toMatchObject({
      code: 'rate_limited',
    });
    expect(await owner.data(HAS)).toMatchObject({ session: { person: { hasSecondFactor: true } } });
  });
});

describe('a person who lost their second factor', () => {
  it('gets in after an owner turned it off', async () => {
    const [owner, stranger] = [await createSignedIn(service), await createSignedIn(service)];
    const account = { ...owner.user, database: service.database };
    const id = await createPerson(account);
    await storeFactors(account);
    expect(await owner.refusal(STOP_OF, { id, password: 'a guess' })).toMatchObject({ field: 'password' });
    expect(await stranger.refusal(STOP_OF, { id, password: PASSWORD })).toMatchObject({ code: 'not_found' });
    await owner.data(STOP_OF, { id, password: PASSWORD });
    expect(await owner.data('{ people { hasSecondFactor } }')).toEqual({
      people: [{ hasSecondFactor: true }, { hasSecondFactor: false }],
    });
    expect(await owner.refusal(STOP_OF, { id, password: PASSWORD })).toMatchObject({ field: 'id' });
  });

  it('gets in after the operator turned it off', async () => {
    const owner = await createSignedIn(service);
    await setUpFactor(owner);
    const { prisma } = service.database;
    const { email } = owner.user;
    expect(await switchOffSecondFactor(prisma, ` ${email.toUpperCase()}`)).toMatchObject({ email });
    expect(await outcomeOf(email)).toBe('in');
    for (const [given, code] of [
      [email, 'validation_error'],
      ['nobody@supplier.example', 'not_found'],
    ] as const) {
      await expect(switchOffSecondFactor(prisma, given)).rejects.toMatchObject({ extensions: { code } });
    }
  });

  it('can be removed', async () => {
    const owner = await createSignedIn(service);
    const account = { ...owner.user, database: service.database };
    const id = await createPerson(account);
    await storeFactors(account);
    await owner.data('mutation($id: ID!) { removePerson(id: $id) }', { id });
    expect(await isSignedIn(owner)).toBe(true);
    expect((await owner.data('{ people { id } }')).people).toHaveLength(1);
  });
});

it('is in the audit log with everything that happens to it', async () => {
  const owner = await createSignedIn(service);
  const { recoveryCodes } = await setUpFactor(owner);
  await outcomeOf(owner.user.email, recoveryCodes[0]);
  await owner.refusal(RENEW, { code: WRONG });
  await owner.data(STOP, { password: PASSWORD, code: recoveryCodes[1] });
  const { auditLog } = await owner.data('{ auditLog(first: 20) { nodes { action actor details } } }');
  const actions: string[] = auditLog.nodes.map(({ action }: { action: string }) => action);
  expect(actions.filter((action) => action.startsWith('second_factor')).toReversed()).toEqual([
    'second_factor.started',
    'second_factor.confirmed',
    'second_factor.recovery_code_used',
    'second_factor.refused',
    'second_factor.stopped',
  ]);
  expect(JSON.stringify(auditLog)).not.toContain(recoveryCodes[0]);
});
