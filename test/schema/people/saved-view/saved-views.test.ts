import { expect, it } from 'vitest';
import { MAX_VIEWS } from '../../../../src/schema/people/limits.ts';
import { createKey } from '../api-key/api-keys.ts';
import { whileLocked } from '../../../support/database/while-locked.ts';
import { join } from '../../../support/service/people.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn, type Visitor } from '../../../support/service/visitor.ts';

const service = useService();

const LIST = `query ($list: ViewedList! = DELIVERIES) { savedViews(list: $list) { id name search isShared } }`;
const saving = (
  field: string,
) => `mutation ($list: ViewedList! = DELIVERIES, $name: String!, $search: String! = "status=PENDING") {
  ${field}(list: $list, name: $name, search: $search) { id list name search isShared }
}`;
const SAVE = saving('saveView');
const SHARE = saving('shareView');
const DELETE = 'mutation ($id: ID!) { deleteView(id: $id) { id } }';
const DELETE_SHARED = 'mutation ($id: ID!) { deleteSharedView(id: $id) { id } }';

const namesOf = async (visitor: Visitor, list = 'DELIVERIES') =>
  (await visitor.data(LIST, { list })).savedViews.map(({ name }: { name: string }) => name);

it('shares a view with the account, and keeps others for the person who saved them', async () => {
  const owner = await createSignedIn(service);
  const stranger = await createSignedIn(service);
  const { visitor: viewer } = await join(service, owner, 'viewer');
  await owner.data(SHARE, { name: 'Not sent yet' });
  await owner.data(SAVE, { name: 'Mine' });
  await viewer.data(SAVE, { name: 'His' });
  expect(await namesOf(owner)).toEqual(['Mine', 'Not sent yet']);
  expect(await namesOf(viewer)).toEqual(['His', 'Not sent yet']);
  expect(await namesOf(stranger)).toEqual([]);
  expect(await namesOf(owner, 'RETURNS')).toEqual([]);
});

it.each([
  [SAVE, DELETE],
  [SHARE, DELETE_SHARED],
])('replaces a view of the same name, and deletes one (%#)', async (save, remove) => {
  const owner = await createSignedIn(service);
  const [first] = Object.values<{ id: string }>(
    await owner.data(save, { name: '  Cafe\u0301 ', search: 'status=PENDING' }),
  );
  const [second] = Object.values(await owner.data(save, { name: 'Caf\u00e9', search: 'late=true' }));
  expect(second).toEqual({ ...first, name: 'Caf\u00e9', search: 'late=true' });
  const { id } = first!;
  expect(Object.values(await owner.data(remove, { id }))).toEqual([{ id }]);
  expect(await namesOf(owner)).toEqual([]);
  expect(await owner.refusal(remove, { id })).toMatchObject({ code: 'not_found' });
});

it('lets nobody change the views of another person or account', async () => {
  const owner = await createSignedIn(service);
  const stranger = await createSignedIn(service);
  const { visitor: member } = await join(service, owner, 'member');
  const { shareView: shared } = await owner.data(SHARE, { name: 'Shared' });
  const { saveView: mine } = await owner.data(SAVE, { name: 'Mine' });
  for (const { id } of [shared, mine]) {
    for (const remove of [DELETE, DELETE_SHARED]) {
      expect(await stranger.refusal(remove, { id })).toMatchObject({ code: 'not_found' });
    }
  }
  for (const remove of [DELETE, DELETE_SHARED]) {
    expect(await member.refusal(remove, { id: mine.id })).toMatchObject({ code: 'not_found' });
  }
  expect(await owner.refusal(DELETE, { id: shared.id })).toMatchObject({ code: 'not_found' });
  expect(await namesOf(owner)).toEqual(['Mine', 'Shared']);
});

it.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(41) }, 'name'],
  [{ name: 'x', search: '' }, 'search'],
  [{ name: 'x', search: 's'.repeat(2_001) }, 'search'],
])('refuses too short and too long texts (%#)', async (variables, field) => {
  const owner = await createSignedIn(service);
  for (const save of [SAVE, SHARE]) {
    expect(await owner.refusal(save, variables)).toMatchObject({ code: 'validation_error', field });
  }
});

it.each([
  [SAVE, SHARE, 'id'],
  [SHARE, SAVE, 'NULL'],
])('has room for as many as it says, also when three are saved at once (%#)', async (save, other, person) => {
  const owner = await createSignedIn(service);
  await service.database.pool.query(
    `INSERT INTO saved_views (account_id, person_id, list, name, search)
     SELECT account_id, ${person}, 'deliveries', 'view ' || n, 'late=true' FROM people, generate_series(2, $2::int) n
     WHERE account_id = $1`,
    [owner.user.id, MAX_VIEWS],
  );
  const saved = await Promise.all(
    ['one', 'other', 'third'].map((name) => owner.ask(save, { variables: { name } })),
  );
  expect(saved.filter(({ json }) => !json.errors)).toHaveLength(1);
  expect(await owner.refusal(save, { name: 'more' })).toMatchObject({
    code: 'validation_error',
    field: 'name',
  });
  expect(await namesOf(owner)).toHaveLength(MAX_VIEWS);
  await owner.data(other, { name: 'of the other kind' });
});

it('lets two who save at once take the last place one after the other', async () => {
  const owner = await createSignedIn(service);
  await service.database.pool.query(
    `INSERT INTO saved_views (account_id, list, name, search)
     SELECT $1::bigint, 'deliveries', 'View ' || each, 'late=true' FROM generate_series(2, $2::int) AS each`,
    [owner.user.id, MAX_VIEWS],
  );
  const results = await whileLocked(
    service,
    {
      lock: 'SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE',
      values: [owner.user.id],
      waiting: 2,
    },
    () => Promise.allSettled(['One', 'Other'].map((name) => owner.data(SHARE, { name }))),
  );
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await namesOf(owner)).toHaveLength(MAX_VIEWS);
});

it('writes to the audit log who shares a view and deletes it, and nothing of views of one person', async () => {
  const owner = await createSignedIn(service);
  const { visitor: member } = await join(service, owner, 'member');
  await member.data(SAVE, { name: 'Mine' });
  const { shareView: shared } = await member.data(SHARE, { name: 'Late', list: 'STANDING_ORDERS' });
  await owner.data(DELETE_SHARED, { id: shared.id });
  const log = await owner.data('{ auditLog(first: 10) { nodes { action details personId } } }');
  const about = log.auditLog.nodes.filter(({ action }: { action: string }) => action.startsWith('view.'));
  const details = { view: 'Late', list: 'standing_orders' };
  expect(about).toMatchObject([
    { action: 'view.deleted', details },
    { action: 'view.shared', details },
  ]);
  expect(about[0].personId).not.toBe(about[1].personId);
});

it('goes with the person who saved it', async () => {
  const owner = await createSignedIn(service);
  const { visitor, id } = await join(service, owner, 'member');
  await visitor.data(SAVE, { name: 'Own' });
  await visitor.data(SHARE, { name: 'Shared' });
  await owner.data('mutation ($id: ID!) { removePerson(id: $id) }', { id });
  expect(await namesOf(owner)).toEqual(['Shared']);
});

it('shows an API key only the shared views', async () => {
  const owner = await createSignedIn(service);
  await owner.data(SAVE, { name: 'Mine' });
  await owner.data(SHARE, { name: 'Shared' });
  const { value } = await createKey(owner, { scopes: ['deliveries:read'] });
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${value}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: '{ savedViews(list: DELIVERIES) { name } }' }),
  });
  expect(await response.json()).toMatchObject({ data: { savedViews: [{ name: 'Shared' }] } });
});
