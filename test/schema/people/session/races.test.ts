import { expect, it } from 'vitest';
import { someoneWaits } from '../../../support/database/hold-up.ts';
import { whileLocked } from '../../../support/database/while-locked.ts';
import { PASSWORD } from '../../../support/service/open-session.ts';
import { join } from '../../../support/service/people.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn, createVisitor, isSignedIn } from '../../../support/service/visitor.ts';

const service = useService();
const LOCK = 'SELECT FROM people WHERE account_id = $1 FOR UPDATE';
const CHANGED = `UPDATE people SET password_hash = 'another' WHERE account_id = $1`;

it('a sign-in that waits for a change of the password opens no session', async () => {
  const owner = await createSignedIn(service);
  const { id, email } = owner.user;
  const stranger = createVisitor(service);
  const answer = await whileLocked(
    service,
    {
      lock: LOCK,
      values: [id],
      change: async (client) => {
        await client.query(CHANGED, [id]);
        await client.query('DELETE FROM sessions WHERE account_id = $1', [id]);
      },
    },
    () => stranger.signIn(email),
  );
  expect(answer.json.errors).toHaveLength(1);
  expect(await isSignedIn(stranger)).toBe(false);
  const { rowCount } = await service.database.pool.query('SELECT FROM sessions WHERE account_id = $1', [id]);
  expect(rowCount).toBe(0);
});

it('a change of the e-mail that waits for a change of the password changes nothing', async () => {
  const owner = await createSignedIn(service);
  const { id, email } = owner.user;
  const change =
    'mutation ($email: String!, $password: String!) { changeEmail(currentPassword: $password, email: $email) { id } }';
  const refusal = await whileLocked(
    service,
    { lock: LOCK, values: [id], change: (client) => client.query(CHANGED, [id]) },
    () => owner.refusal(change, { email: `new-${email}`, password: PASSWORD }),
  );
  expect(refusal).toMatchObject({ code: 'validation_error', field: 'currentPassword' });
});

it('a change of the e-mail and a new row of the person do not wait for each other', async () => {
  const owner = await createSignedIn(service);
  const { id, email } = owner.user;
  const change =
    'mutation ($email: String!, $password: String!) { changeEmail(currentPassword: $password, email: $email) { id } }';
  const answers = await whileLocked(service, { lock: LOCK, values: [id], waiting: 2 }, async () => {
    const changed = owner.ask(change, { variables: { email: `new-${email}`, password: PASSWORD } });
    await someoneWaits(service.database);
    const saved = owner.ask('mutation { saveView(list: PRODUCTS, name: "Mine", search: "words=a") { id } }');
    return Promise.all([changed, saved]);
  });
  expect(answers.map(({ json }) => json.errors)).toEqual([undefined, undefined]);
});

it('a change of the password that waits for another one changes nothing', async () => {
  const owner = await createSignedIn(service);
  const { id } = owner.user;
  const change = `mutation ($old: String!) { changePassword(currentPassword: $old, newPassword: "battery staple correct") { id } }`;
  const refusal = await whileLocked(
    service,
    { lock: LOCK, values: [id], change: (client) => client.query(CHANGED, [id]) },
    () => owner.refusal(change, { old: PASSWORD }),
  );
  expect(refusal).toMatchObject({ code: 'validation_error', field: 'currentPassword' });
});

it('a change of the password forgets the other browsers of the person', async () => {
  const owner = await createSignedIn(service);
  await createVisitor(service).signIn(owner.user.email);
  const devices = async () =>
    service.database.prisma.knownDevice.count({ where: { accountId: owner.user.id } });
  expect(await devices()).toBe(2);
  await owner.data(
    'mutation ($old: String!) { changePassword(currentPassword: $old, newPassword: "battery staple correct") { id } }',
    { old: PASSWORD },
  );
  expect(await devices()).toBe(1);
});

it('the address of the account is changed by the owner who has it, and by nobody else', async () => {
  const owner = await createSignedIn(service);
  const { visitor } = await join(service, owner, 'viewer');
  await visitor.data(
    'mutation ($email: String!, $password: String!) { changeEmail(currentPassword: $password, email: $email) { id } }',
    { email: `viewer-${owner.user.email}`, password: PASSWORD },
  );
  expect(await owner.data('{ account { email } }')).toEqual({ account: { email: owner.user.email } });
});

it('a browser that is known to one person of an account is not known to another', async () => {
  const owner = await createSignedIn(service);
  const { visitor } = await join(service, owner, 'viewer');
  const codes = [];
  for (let time = 0; time < 6; time += 1) {
    const { json } = await visitor.signIn(owner.user.email, 'not this one');
    codes.push(json.errors[0].extensions.code);
  }
  expect(codes).toEqual([...Array(5).fill('unauthorized'), 'rate_limited']);
});
