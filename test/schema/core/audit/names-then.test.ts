import { expect, it } from 'vitest';
import { whileLocked } from '../../../support/database/while-locked.ts';
import { useCommands } from '../../../support/process/commands.ts';
import { createLine, move } from '../../../support/records/lots.ts';
import { ACCEPT, invite, join } from '../../../support/service/people.ts';
import { SECRETS_KEY } from '../../../support/service/secrets.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn } from '../../../support/service/settings.ts';
import { createSignedIn as createOwner, createVisitor } from '../../../support/service/visitor.ts';
import { ask } from '../../../support/graphql/ask.ts';

const service = useService();
const provender = useCommands(() => ({ DATABASE_URL: service.testDatabase.url, SECRETS_KEY }));

const CREATE_WEBHOOK = `mutation ($url: String!) {
  createWebhook(input: { url: $url, events: ["product.created"] }) { webhook { id } }
}`;
const DELETE_WEBHOOK = 'mutation ($id: ID!) { deleteWebhook(id: $id) }';
const URL = 'https://erp.example/hooks/7';

interface Entry {
  id: bigint;
  at: Date;
  action: string;
  details: Record<string, string>;
}

async function entriesOf(account: bigint | number): Promise<Entry[]> {
  const { rows } = await service.database.pool.query<Entry>(
    'SELECT id, at, action, details FROM audit_entries WHERE account_id = $1 ORDER BY id',
    [account],
  );
  return rows;
}

async function detailsOf(account: bigint | number, action: string) {
  return (await entriesOf(account)).filter((entry) => entry.action === action).map(({ details }) => details);
}

it('entries about an invitation name the person and the role, beside its id', async () => {
  const owner = await createOwner(service);
  const { id: account } = owner.user;
  const joined = await join(service, owner, 'viewer');
  const { invitation, token } = await invite(owner, 'member');
  expect(await createVisitor(service).refusal(ACCEPT, { token, password: 'short' })).toMatchObject({
    field: 'password',
  });
  await owner.data('mutation ($id: ID!) { revokeInvitation(id: $id) }', { id: invitation.id });
  const ann = { personName: 'Ann', role: 'viewer', invitation: expect.stringMatching(/^\d+$/) };
  const emailHash = expect.any(String);
  expect(await detailsOf(account, 'person.invited')).toEqual([
    { ...ann, emailHash },
    { ...ann, emailHash, role: 'member', invitation: invitation.id },
  ]);
  const [first] = await detailsOf(account, 'person.invited');
  expect(await detailsOf(account, 'invitation.accepted')).toEqual([
    { ...ann, invitation: first!.invitation, person: joined.id },
  ]);
  expect(await detailsOf(account, 'invitation.refused')).toEqual([
    { ...ann, role: 'member', invitation: invitation.id },
  ]);
  expect(await detailsOf(account, 'invitation.revoked')).toEqual([
    { ...ann, role: 'member', invitation: invitation.id },
  ]);
});

it('an entry about a link for a branch names the branch and the withdrawal', async () => {
  const account = await createSignedIn(service);
  const line = await createLine(account, [{ lot: 'A', quantity: 6 }]);
  await move(account, line, 'in_transit');
  const input = {
    kind: 'RECALL',
    productId: String(line.productId),
    lots: ['A'],
    reason: 'Glass',
    instruction: 'Hold',
  };
  const start = `mutation ($input: CreateWithdrawalInput!) {
    createWithdrawal(input: $input) { id notices { id branch { id name } } }
  }`;
  const { id, notices } = (await ask(account, start, { input })).createWithdrawal;
  const [notice] = notices;
  await ask(account, 'mutation ($id: ID!) { createNoticeLink(noticeId: $id) { expiresAt } }', {
    id: notice.id,
  });
  expect(await detailsOf(account.id, 'notice_link.created')).toEqual([
    { notice: notice.id, withdrawal: id, branch: notice.branch.id, branchName: notice.branch.name },
  ]);
});

it('the entry about a deleted webhook has its URL, without parameters, however it was deleted', async () => {
  const owner = await createOwner(service, 'business');
  const create = async () =>
    (await owner.data(CREATE_WEBHOOK, { url: `${URL}?token=s3cret` })).createWebhook.webhook.id as string;
  const [byPage, byCommand] = [await create(), await create()];
  await owner.data(DELETE_WEBHOOK, { id: byPage });
  expect((await provender('webhook', 'delete', '--id', byCommand)).code).toBe(0);
  expect(await detailsOf(owner.user.id, 'webhook.deleted')).toEqual([
    { webhook: byPage, webhookUrl: URL },
    { webhook: byCommand, webhookUrl: URL },
  ]);
});

it('entries have times in their order, also when a change waited for another', async () => {
  const owner = await createOwner(service, 'business');
  const { id } = (await owner.data(CREATE_WEBHOOK, { url: URL })).createWebhook.webhook;
  await whileLocked(
    service,
    {
      lock: 'SELECT FROM webhook_subscriptions WHERE id = $1 FOR UPDATE',
      values: [id],
      change: () =>
        owner.data(
          'mutation { createApiKey(input: { name: "K", scopes: ["products:read"] }) { apiKey { id } } }',
        ),
    },
    () => owner.data(DELETE_WEBHOOK, { id }),
  );
  const entries = await entriesOf(owner.user.id);
  expect(entries.slice(-2).map(({ action }) => action)).toEqual(['key.created', 'webhook.deleted']);
  expect(entries).toEqual(entries.toSorted((one, other) => Number(one.at) - Number(other.at)));
});

it('of two changes at the same moment, the second one starts from the first', async () => {
  const owner = await createOwner(service);
  const { id } = owner.user;
  const rename = (name: string) =>
    owner.data('mutation ($name: String!) { changeName(name: $name) { id } }', { name });
  await rename('Ada');
  const locked = { lock: 'SELECT FROM people WHERE account_id = $1 FOR UPDATE', values: [id], waiting: 2 };
  await whileLocked(service, locked, () => Promise.all([rename('Bea'), rename('Cleo')]));
  const [, second, third] = await detailsOf(id, 'person.renamed');
  const { name } = await service.database.prisma.person.findFirstOrThrow({ where: { accountId: id } });
  expect([second!.formerName, third!.formerName]).toEqual(['Ada', name === 'Bea' ? 'Cleo' : 'Bea']);
});
