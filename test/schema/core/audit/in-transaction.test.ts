import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { useCommands } from '../../../support/process/commands.ts';
import { PASSWORD } from '../../../support/service/open-session.ts';
import { ACCEPT, invite, join } from '../../../support/service/people.ts';
import { SECRETS_KEY } from '../../../support/service/secrets.ts';
import { setUpFactor, signInWith } from '../../../support/service/second-factor.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn, createVisitor, type Visitor } from '../../../support/service/visitor.ts';

const service = useService({ own: 'changes tables' });
const provender = useCommands(() => ({ DATABASE_URL: service.testDatabase.url, SECRETS_KEY }));

/** The tables that audited changes write, apart from the audit log. */
const TABLES = [
  'accounts',
  'people',
  'sessions',
  'invitations',
  'second_factors',
  'password_resets',
  'api_keys',
  'webhook_subscriptions',
];

/** Lets the database refuse the entries of the accounts in a table. */
beforeAll(() =>
  service.database.pool.query(`
    CREATE TABLE without_log (account_id bigint);
    CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF EXISTS (SELECT FROM without_log w WHERE w.account_id = NEW.account_id) THEN RAISE 'no entry'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER refuse_entry BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_entry()`),
);

/** Returns all rows of the account that audited changes write, apart from when a session was last used. */
async function stateOf(account: bigint): Promise<unknown[]> {
  const rows = TABLES.map((table) =>
    service.database.pool.query(
      `SELECT jsonb_agg(to_jsonb(t) - 'last_used_at' ORDER BY t::text) AS rows FROM ${table} t
       WHERE ${table === 'accounts' ? 'id' : 'account_id'} = $1`,
      [account],
    ),
  );
  return (await Promise.all(rows)).map((result) => result.rows[0]);
}

async function actionsOf(account: bigint): Promise<string[]> {
  const { rows } = await service.database.pool.query<{ action: string }>(
    'SELECT action FROM audit_entries WHERE account_id = $1 ORDER BY id',
    [account],
  );
  return rows.map(({ action }) => action);
}

/** Runs a change without a log, which fails and changes nothing, and then with it. Returns its actions. */
async function withAndWithout(account: bigint, change: () => Promise<boolean>): Promise<string[]> {
  const { pool } = service.database;
  const before = await stateOf(account);
  const entries = (await actionsOf(account)).length;
  await pool.query('INSERT INTO without_log VALUES ($1)', [account]);
  expect(await change()).toBe(false);
  expect(await stateOf(account)).toEqual(before);
  await pool.query('DELETE FROM without_log WHERE account_id = $1', [account]);
  expect(await change()).toBe(true);
  return (await actionsOf(account)).slice(entries);
}

type Owner = Visitor & { user: { id: bigint; email: string } };

/** Returns whether a mutation of the page succeeds; without its log, it fails by an internal error. */
async function succeeds(
  by: Visitor,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<boolean> {
  const { json } = await by.ask(query, { variables });
  if (json.errors) expect(json.errors[0].extensions.code).toBe('internal_error');
  return !json.errors;
}

const OTHER = 'another correct horse';
const NEW_EMAIL = `new-${randomUUID()}@supplier.example`;

/** Functions by action that prepare an audited change, and return the change, to be tried twice. */
const CHANGES: Record<string, (owner: Owner) => Promise<() => Promise<boolean>>> = {
  'session.opened': async ({ user }) => {
    return async () => !(await createVisitor(service).signIn(user.email)).json.errors;
  },
  'session.ended': async (owner) => () => succeeds(owner, 'mutation { signOut }'),
  'session.all_ended': async (owner) => () => succeeds(owner, 'mutation { signOutEverywhere }'),
  'email.changed': async (owner) => () =>
    succeeds(
      owner,
      'mutation ($p: String!, $e: String!) { changeEmail(currentPassword: $p, email: $e) { id } }',
      { p: PASSWORD, e: NEW_EMAIL },
    ),
  'password.changed': async (owner) => () =>
    succeeds(
      owner,
      'mutation ($p: String!, $n: String!) { changePassword(currentPassword: $p, newPassword: $n) { id } }',
      { p: PASSWORD, n: OTHER },
    ),
  'password.reset': async (owner) => {
    const { id } = await join(service, owner, 'viewer');
    const query =
      'mutation ($id: ID!, $p: String!) { resetPasswordOf(id: $id, password: $p) { newPassword } }';
    return () => succeeds(owner, query, { id, p: PASSWORD });
  },
  'person.invited': async (owner) => () =>
    succeeds(owner, 'mutation ($input: InvitePersonInput!) { invitePerson(input: $input) { link } }', {
      input: { email: `${randomUUID()}@supplier.example`, name: 'Ann', role: 'VIEWER' },
    }),
  'invitation.accepted': async (owner) => {
    const { token } = await invite(owner, 'viewer');
    return () => succeeds(createVisitor(service), ACCEPT, { token, password: PASSWORD });
  },
  'second_factor.started': async (owner) => () =>
    succeeds(owner, 'mutation ($p: String!) { startSecondFactor(password: $p) { uri } }', { p: PASSWORD }),
  'second_factor.recovery_code_used session.opened': async (owner) => {
    const { recoveryCodes } = await setUpFactor(owner);
    const { email } = owner.user;
    return async () => !(await signInWith(createVisitor(service), email, recoveryCodes[0])).json.errors;
  },
  'second_factor.stopped': async (owner) => {
    const { recoveryCodes } = await setUpFactor(owner);
    const query = 'mutation ($p: String!, $c: String!) { stopSecondFactor(password: $p, code: $c) }';
    return () => succeeds(owner, query, { p: PASSWORD, c: recoveryCodes[0] });
  },
  'key.created': async (owner) => () =>
    succeeds(
      owner,
      'mutation { createApiKey(input: { name: "K", scopes: ["products:read"] }) { apiKey { id } } }',
    ),
  'webhook.created': async (owner) => () =>
    succeeds(
      owner,
      'mutation { createWebhook(input: { url: "https://a.example/", events: ["product.created"] }) { secret } }',
    ),
};

/** Runs a command. Returns what it prints; undefined if it fails. */
async function run(...args: string[]): Promise<{ id: number } | undefined> {
  const { code, stdout } = await provender('--json', ...args);
  return code === 0 ? (JSON.parse(stdout) as { id: number }) : undefined;
}

describe('an audited change', () => {
  it.each(Object.entries(CHANGES))('is not made without its entry: %s', async (actions, changeOf) => {
    const owner = await createSignedIn(service, 'business');
    const change = await changeOf(owner);
    expect((await withAndWithout(owner.user.id, change)).join(' ')).toBe(actions);
  });

  it('is not made without its entry by a command, which acts as the operator', async () => {
    const { user } = await createSignedIn(service);
    const { email, id } = user;
    let key = '';
    let webhook = '';
    const commands: [actions: string, command: () => ReturnType<typeof run>][] = [
      ['account.plan_changed', () => run('account', 'set-plan', '--email', email, '--plan', 'pro')],
      ['password.reset', () => run('account', 'reset-password', '--email', email, '--password', OTHER)],
      ['key.created', () => run('key', 'create', '--account', email, '--name', 'K', '--scopes', 'all')],
      ['key.rotated', () => run('key', 'rotate', '--id', key)],
      ['key.revoked', () => run('key', 'revoke', '--id', key)],
      [
        'webhook.created',
        () =>
          run(
            'webhook',
            'create',
            '--account',
            email,
            '--url',
            'https://a.example/',
            '--events',
            'product.created',
          ),
      ],
      ['webhook.updated', () => run('webhook', 'update', '--id', webhook, '--description', 'ERP')],
      ['webhook.secret_rotated', () => run('webhook', 'rotate-secret', '--id', webhook)],
      ['webhook.deleted', () => run('webhook', 'delete', '--id', webhook)],
      ['account.deleted', () => run('account', 'delete', '--email', email)],
      ['account.restored', () => run('account', 'restore', '--email', email)],
    ];
    for (const [actions, command] of commands) {
      let output: Awaited<ReturnType<typeof run>>;
      const left = await withAndWithout(id, async () => {
        output = await command();
        return output !== undefined;
      });
      expect(left.join(' ')).toBe(actions);
      if (actions === 'key.created') key = String(output!.id);
      if (actions === 'webhook.created') webhook = String(output!.id);
    }
    const { rows } = await service.database.pool.query(
      `SELECT DISTINCT actor, system_name FROM audit_entries WHERE account_id = $1 AND session_id IS NULL`,
      [id],
    );
    expect(rows).toEqual([{ actor: 'operator', system_name: 'command' }]);
  }, 120_000);

  it('by a command that changes nothing has no entry', async () => {
    const { user } = await createSignedIn(service);
    const args = ['--account', user.email, '--url', 'https://a.example/', '--events', 'product.created'];
    const { stdout } = await provender('--json', 'webhook', 'create', ...args, '--description', 'ERP');
    const id = String(JSON.parse(stdout).id);
    const before = await actionsOf(user.id);
    await provender('--json', 'webhook', 'update', '--id', id, '--description', 'ERP');
    await provender('--json', 'webhook', 'enable', '--id', id);
    expect(await actionsOf(user.id)).toEqual(before);
  });
});
