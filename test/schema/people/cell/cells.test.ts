import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../../../../src/schema/people/account/create-account.ts';
import { request } from '../../../support/http/http.ts';
import { type TestCell, useCells } from '../../../support/service/cells.ts';
import { PASSWORD } from '../../../support/service/open-session.ts';
import { createVisitor, type Visitor } from '../../../support/service/visitor.ts';

const origin = 'https://food.example';
const [a1, b2] = useCells({ publicUrl: origin, signUp: true });
const COOKIE = '__Host-provender_cell';
const SIGN_IN =
  'mutation($email: String!, $password: String!) { signIn(email: $email, password: $password) { id } }';
const SIGN_UP = 'mutation($input: SignUpInput!) { signUp(input: $input) { id } }';

const newEmail = () => `${randomUUID()}@supplier.example`;
const visitorOf = (cell: TestCell) => createVisitor(cell, { origin });

beforeEach(() => Promise.all([a1, b2].map(({ database }) => database.pool.query('DELETE FROM rate_limits'))));

async function createUserIn({ database, directory }: TestCell): Promise<string> {
  const email = newEmail();
  await createAccount(database.prisma, { email, password: PASSWORD }, directory);
  return email;
}

function signInAt(cell: TestCell, visitor: Visitor, email: string, password = PASSWORD) {
  return visitor.ask(SIGN_IN, { variables: { email, password } }, cell);
}

function signUpAt(cell: TestCell, email: string) {
  const input = { name: 'Farm', email, password: PASSWORD };
  return visitorOf(cell).ask(SIGN_UP, { variables: { input } });
}

/** Returns an unknown e-mail for which the directory returns b2. */
async function strangerOfB2(): Promise<string> {
  for (;;) {
    const email = newEmail();
    if ((await a1.directory.cellOf(email)) === 'b2') return email;
  }
}

describe('signing in', () => {
  it('sends a browser to the cell of its account by a redirect to the same address, with a cookie', async () => {
    const email = await createUserIn(b2);
    const visitor = visitorOf(a1);
    const before = a1.logged().length;
    const there = await signInAt(a1, visitor, ` ${email.toUpperCase()} `);
    expect(there.status).toBe(307);
    expect(there.headers.get('Location')).toBe('/graphql');
    expect(a1.logged().slice(before)).not.toContain('session.refused');
    expect(there.json.errors[0].extensions.code).toBe('unauthorized');
    expect(there.setCookies).toEqual([
      expect.stringMatching(/^__Host-provender_cell=b2; Max-Age=600; .*HttpOnly; Secure; SameSite=Lax$/),
    ]);
    const { status, json, setCookies } = await signInAt(b2, visitor, email);
    expect([status, json.errors]).toEqual([200, undefined]);
    expect(setCookies[1]).toMatch(/^__Host-provender_cell=b2; Max-Age=2592000; /);
    expect([...visitor.cookies.keys()].sort()).toEqual([
      COOKIE,
      '__Host-provender_device',
      '__Host-provender_session',
    ]);
    await visitor.ask('mutation { signOut }', {}, b2);
    expect([...visitor.cookies.keys()]).toEqual(['__Host-provender_device']);
  });

  it('needs no redirect at the right cell', async () => {
    const email = await createUserIn(a1);
    const { status, json } = await signInAt(a1, visitorOf(a1), email);
    expect([status, json.errors]).toEqual([200, undefined]);
  });

  it('responds the same at each step for an unknown e-mail', async () => {
    const known = await createUserIn(b2);
    const answers = [];
    for (const email of [known, await strangerOfB2()]) {
      const visitor = visitorOf(a1);
      for (const cell of [a1, b2]) {
        const { status, json, setCookies } = await signInAt(cell, visitor, email, 'not this one');
        const { extensions: _, ...rest } = json;
        answers.push({
          status,
          rest,
          setCookies: setCookies.map((line) => line.replace(/Expires=[^;]+/, '')),
        });
      }
    }
    expect(answers.slice(2)).toEqual(answers.slice(0, 2));
    expect(answers.map(({ status }) => status)).toEqual([307, 200, 307, 200]);
    expect(answers[3]!.rest.errors[0].message).toBe('Incorrect e-mail or password');
  });

  it('does not redirect in a loop when the proxy does not route by the cookie', async () => {
    const email = await createUserIn(b2);
    const visitor = visitorOf(a1);
    expect((await signInAt(a1, visitor, email)).status).toBe(307);
    const { json, setCookies } = await signInAt(a1, visitor, email);
    expect(json.errors[0].extensions.code).toBe('service_unavailable');
    expect(setCookies).toEqual([]);
  });
});

it('a request to reset a password goes to the cell of the e-mail, whether or not someone has it', async () => {
  for (const email of [await createUserIn(b2), await strangerOfB2()]) {
    const query = `mutation { requestPasswordReset(email: "${email}") }`;
    const visitor = visitorOf(a1);
    const answers = [await visitor.ask(query), await visitor.ask(query, {}, b2)];
    expect(answers.map(({ status }) => status)).toEqual([307, 200]);
    expect(answers[1]!.json.data).toEqual({ requestPasswordReset: true });
  }
});

describe('an e-mail', () => {
  it('that an account of another cell has is taken', async () => {
    const email = await createUserIn(a1);
    const refusals = [await signUpAt(a1, email), await signUpAt(b2, email)].map(({ json, setCookies }) => ({
      fault: json.errors[0],
      setCookies,
    }));
    expect(refusals[1]).toEqual(refusals[0]);
    expect(refusals[1]!.fault).toMatchObject({
      message: 'email is already in use',
      extensions: { code: 'validation_error', field: 'email' },
    });
    expect(await b2.database.prisma.account.findUnique({ where: { email } })).toBeNull();
  });

  it('that both cells are given at the same time gets one account', async () => {
    const email = newEmail();
    const answers = await Promise.all([a1, b2].map((cell) => signUpAt(cell, email)));
    expect(answers.filter(({ json }) => json.errors)).toHaveLength(1);
    const found = await Promise.all(
      [a1, b2].map(({ database }) => database.prisma.account.count({ where: { email } })),
    );
    expect(found.reduce((sum, count) => sum + count)).toBe(1);
  });

  it('that was claimed by a sign-up which did not finish can be used in the same cell', async () => {
    const email = newEmail();
    await a1.directory.claim(email);
    expect((await signUpAt(a1, email)).json.errors).toBeUndefined();
  });

  it('can be changed to one that no cell has, and no other', async () => {
    const [email, taken, free] = [await createUserIn(a1), await createUserIn(b2), newEmail()];
    const visitor = visitorOf(a1);
    await signInAt(a1, visitor, email);
    const change = (to: string) =>
      visitor.ask(`mutation { changeEmail(currentPassword: "${PASSWORD}", email: "${to}") { email } }`);
    expect((await change(taken)).json.errors[0].message).toBe('email is already in use');
    expect((await change(free)).json.data.changeEmail).toEqual({ email: free });
    expect(await b2.directory.cellOf(free)).toBe('a1');
    expect((await signInAt(b2, visitorOf(b2), free)).status).toBe(307);
    // The former one is free again, in every cell.
    expect((await signUpAt(b2, email)).json.errors).toBeUndefined();
  });

  it('stays free for all cells when a change to it fails', async () => {
    const [mine, other] = [await createUserIn(a1), await createUserIn(a1)];
    const visitor = visitorOf(a1);
    await signInAt(a1, visitor, mine);
    const free = newEmail();
    // The database refuses to store it, after it was claimed.
    await a1.database.pool.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE OF email ON accounts FOR EACH ROW WHEN (NEW.email = '${free}')
      EXECUTE FUNCTION refuse()`);
    const change = (to: string) =>
      visitor.refusal(`mutation { changeEmail(currentPassword: "${PASSWORD}", email: "${to}") { email } }`);
    expect(await change(free)).toMatchObject({ code: 'internal_error' });
    expect((await signUpAt(b2, free)).json.errors).toBeUndefined();
    // One that an account of the same cell has stays reserved for it.
    expect(await change(other)).toMatchObject({ code: 'validation_error', field: 'email' });
    expect((await signUpAt(b2, other)).json.errors).toHaveLength(1);
  });
});

describe('a key', () => {
  it('names its cell, also after a rotation, and is unknown in any other', async () => {
    const visitor = visitorOf(b2);
    await signInAt(b2, visitor, await createUserIn(b2));
    const create =
      'mutation { createApiKey(input: {name: "k", scopes: ["products:read"]}) { value apiKey { id } } }';
    const { value, apiKey } = (await visitor.data(create)).createApiKey;
    const rotate = `mutation { rotateApiKey(id: "${apiKey.id}", graceSeconds: 60) { value } }`;
    const rotated = (await visitor.data(rotate)).rotateApiKey.value;
    for (const key of [value, rotated]) {
      expect(key).toMatch(/^prv_b2[0-9A-Za-z]{49}$/);
      expect((await request(b2.url, 'GET', '/products', { key })).status).toBe(200);
      const { status, json } = await request(a1.url, 'GET', '/products', { key });
      expect([status, json.error.message]).toEqual([401, 'This API key is not valid']);
    }
  });
});
