import { afterAll, describe, expect, it } from 'vitest';
import { findTrouble } from '../../../../src/schema/exchange/alert/find-trouble.ts';
import { takeAlerts } from '../../../../src/schema/exchange/alert/due-alerts.ts';
import {
  deleteAccount,
  GRACE_DAYS,
  restoreAccount,
} from '../../../../src/schema/people/account/delete-account.ts';
import { enableSilenced, silenceWebhooks } from '../../../../src/schema/exchange/webhook/account-end.ts';
import { createAccount as openAccount } from '../../../../src/schema/people/account/create-account.ts';
import { findAccount, requireAccount } from '../../../../src/schema/people/account/find-account.ts';
import { startMailbox } from '../../../support/mail/mailbox.ts';
import { expectError } from '../../../support/http/expect-answer.ts';
import { ask } from '../../../support/graphql/ask.ts';
import { createLine, move } from '../../../support/records/lots.ts';
import { importsOf, PRODUCTS } from '../../../support/records/importing.ts';
import { createProduct, createSentDelivery } from '../../../support/records/records.ts';
import { linkOf } from '../../../support/records/receipts.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { invite, join } from '../../../support/service/people.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn, createUser, createVisitor } from '../../../support/service/visitor.ts';
import { startTestWorker } from '../../../support/service/worker.ts';
import { startReceiver } from '../../../support/webhook/receiver.ts';
import { expectStatuses, PATIENCE, stored, subscribe } from '../../../support/webhook/webhook.ts';

const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const service = useService({ mail: { url: mailbox.url, from: 'people@provender.example' } });

const ACCEPT =
  'mutation($token: String!) { acceptInvitation(token: $token, password: "correct horse") { id } }';
const REQUEST = 'mutation($email: String!) { requestPasswordReset(email: $email) }';
const RESET =
  'mutation($token: String!) { resetPassword(token: $token, newPassword: "battery staple correct") }';

const deleted = (email: string) => deleteAccount(service.database.prisma, email, silenceWebhooks);
const restored = (email: string) => restoreAccount(service.database.prisma, email, enableSilenced);

/** Pretends that the account was deleted so many days ago. */
async function backdate({ id }: Pick<TestAccount, 'id'>, days: number): Promise<void> {
  await service.database.pool.query(
    'UPDATE accounts SET deleted_at = deleted_at - make_interval(days => $2) WHERE id = $1',
    [id, days],
  );
}

describe('a deleted account', () => {
  it('refuses its keys like unknown ones, until it is restored', async () => {
    const account = await createAccount(service);
    const deletion = await deleted(account.email.toUpperCase());
    expect(deletion).toEqual({ id: account.id, deletedAt: expect.any(Date), isNew: true });
    const answer = await account.call('GET', '/products');
    expectError(answer, 401, 'unauthorized');
    const body = { query: '{ account { id } }' };
    expect((await account.call('POST', '//graphql', { body })).json.errors[0].extensions.code).toBe(
      'unauthorized',
    );
    expect(await deleted(account.email)).toEqual({ ...deletion, isNew: false });
    expect(await restored(account.email)).toEqual({
      id: account.id,
      email: account.email,
      webhooksEnabled: [],
      deletedAt: deletion.deletedAt,
    });
    expect((await account.call('GET', '/products')).status).toBe(200);
  });

  it('refuses keys in a grace period', async () => {
    const account = await createAccount(service);
    await service.database.pool.query(
      `INSERT INTO api_key_earlier_secrets SELECT account_id, id, secret_hash, now() + interval '1 hour'
       FROM api_keys WHERE account_id = $1`,
      [account.id],
    );
    await service.database.pool.query(
      `UPDATE api_keys SET secret_hash = sha256(account_id::text::bytea) WHERE account_id = $1`,
      [account.id],
    );
    expect((await account.call('GET', '/products')).status).toBe(200);
    await deleted(account.email);
    expectError(await account.call('GET', '/products'), 401, 'unauthorized');
  });

  it('ends every session, and lets nobody sign in, accept an invitation or reset a password', async () => {
    const owner = await createSignedIn(service);
    const member = await join(service, owner, 'member');
    const invited = await invite(owner, 'viewer');
    const stranger = createVisitor(service);
    await stranger.data(REQUEST, { email: owner.user.email });
    const token = (await mailbox.link(owner.user.email)).split('#')[1]!;
    await deleted(owner.user.email);

    for (const visitor of [owner, member.visitor]) {
      expect((await visitor.ask('{ session { id } }')).json.data?.session ?? null).toBeNull();
    }
    const signingIn = await stranger.signIn(member.email);
    const unknown = await stranger.signIn('nobody@supplier.example');
    expect(signingIn.json.errors[0].extensions.code).toBe('unauthorized');
    expect(signingIn.json.errors).toEqual(unknown.json.errors);
    expect(await stranger.refusal(ACCEPT, { token: invited.token })).toMatchObject({ field: 'token' });
    expect(await stranger.refusal(RESET, { token })).toMatchObject({ field: 'token' });
    await stranger.data(REQUEST, { email: member.email });
    const neighbour = await createSignedIn(service);
    await stranger.data(REQUEST, { email: neighbour.user.email });
    // Requests are answered before their mail is written, so only a later mail shows that none was.
    await mailbox.link(neighbour.user.email);
    const count = async () =>
      service.database.prisma.passwordReset.count({ where: { accountId: owner.user.id } });
    expect(await count()).toBe(1);

    await restored(owner.user.email);
    expect((await owner.ask('{ session { id } }')).json.data.session).toBeNull();
    expect((await owner.signIn(owner.user.email)).json.errors).toBeUndefined();
    await stranger.data(ACCEPT, { token: invited.token });
  });

  it('refuses the links of its notices', async () => {
    const account = await createAccount(service);
    const line = await createLine(account, [{ lot: 'A', quantity: 6 }]);
    await move(account, line, 'in_transit');
    const input = {
      kind: 'RECALL',
      productId: String(line.productId),
      lots: ['A'],
      reason: 'Glass',
      instruction: 'Hold it',
    };
    const { createWithdrawal } = await ask(
      account,
      'mutation ($input: CreateWithdrawalInput!) { createWithdrawal(input: $input) { notices { id } } }',
      { input },
    );
    const query = 'mutation ($id: ID!) { createNoticeLink(noticeId: $id) { url } }';
    const body = { query, variables: { id: createWithdrawal.notices[0].id } };
    const { url } = (await account.call('POST', '//graphql', { body })).json.data.createNoticeLink;
    expect((await fetch(url)).status).toBe(200);
    await deleted(account.email);
    expect((await fetch(url)).status).toBe(404);
  });

  it('refuses the links of its receipts', async () => {
    const account = await createAccount(service);
    const { id } = await createSentDelivery(account);
    const url = await linkOf(account, id);
    expect((await fetch(url)).status).toBe(200);
    await deleted(account.email);
    expect((await fetch(url)).status).toBe(404);
    await restored(account.email);
    expect((await fetch(url)).status).toBe(200);
  });

  it('cancels its waiting messages and sends none, until it is restored', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(200);
    const active = await subscribe(account, receiver.url);
    const failing = await subscribe(account, receiver.url);
    await service.database.pool.query(
      `UPDATE webhook_subscriptions SET status = 'deactivated', deactivated_at = now(), deactivation_error = 'timeout'
       WHERE account_id = $1 AND id = $2`,
      [account.id, failing.id],
    );
    await createProduct(account);
    await deleted(account.email);
    startTestWorker(service).wake();
    await expectStatuses(service, active, ['cancelled']);
    expect(await stored(service, active)).toMatchObject({
      status: 'deactivated',
      deactivationError: 'account_deleted',
    });
    expect(receiver.callbacks).toEqual([]);

    expect(await restored(account.email)).toMatchObject({ webhooksEnabled: [BigInt(active.id)] });
    expect(await stored(service, failing)).toMatchObject({ status: 'deactivated' });
    await createProduct(account);
    await expectStatuses(service, active, ['cancelled', 'succeeded']);
  });

  it('gets no alerts', async () => {
    const account = await createAccount(service);
    await service.database.pool.query(
      `UPDATE api_keys SET created_at = now() - interval '30 days', expires_at = now() + interval '1 hour'
       WHERE account_id = $1`,
      [account.id],
    );
    const find = async () => {
      await findTrouble(service.database.pool, { disableAfter: 10, hasMail: true });
      return service.database.prisma.alert.count({ where: { accountId: account.id } });
    };
    const taken = async () =>
      (await takeAlerts(service.database.pool, true)).filter(({ accountId }) => accountId === account.id);
    await deleted(account.email);
    expect(await find()).toBe(0);
    await restored(account.email);
    expect(await find()).toBe(1);
    await deleted(account.email);
    expect(await taken()).toEqual([]);
    await restored(account.email);
    expect(await taken()).toHaveLength(1);
  });

  it('cancels its running imports', async () => {
    const account = await createAccount(service);
    const imports = importsOf(service);
    const { id } = await imports.preview(account, 'products', PRODUCTS);
    await imports.queried(account, `mutation { startImport(id: "${id}") { id } }`);
    await deleted(account.email);
    startTestWorker(service).wake();
    const statusOf = async () =>
      (await service.database.prisma.import.findFirstOrThrow({ where: { id: BigInt(id) } })).status;
    expect(await statusOf()).toBe('cancelled');
    const jobs = async () =>
      (await service.database.pool.query(`SELECT FROM graphile_worker.jobs WHERE key = $1`, [`import:${id}`]))
        .rowCount;
    await expect.poll(jobs, PATIENCE).toBe(0);
    expect(await service.database.prisma.product.count({ where: { accountId: account.id } })).toBe(0);
  });

  it('is refused by commands that name it, and keeps its e-mail address', async () => {
    const { id, email } = await createUser(service);
    const { prisma } = service.database;
    await requireAccount(prisma, id);
    await deleted(email);
    const refusal = { code: 'not_found', message: expect.stringContaining('Run account restore first') };
    await expect(findAccount(prisma, email)).rejects.toMatchObject(refusal);
    await expect(requireAccount(prisma, id)).rejects.toMatchObject(refusal);
    const again = openAccount(prisma, { email, password: 'correct horse' });
    await expect(again).rejects.toMatchObject({ code: 'validation_error', faults: [{ field: 'email' }] });
    await expect(deleted('nobody@supplier.example')).rejects.toMatchObject({ code: 'not_found' });
  });

  it(`can be restored for ${GRACE_DAYS} days`, async () => {
    const account = await createAccount(service);
    await expect(restored(account.email)).rejects.toMatchObject({ code: 'invalid_transition' });
    await deleted(account.email);
    await backdate(account, GRACE_DAYS);
    await expect(restored(account.email)).rejects.toMatchObject({ code: 'invalid_transition' });
    expectError(await account.call('GET', '/products'), 401, 'unauthorized');
  });
});
