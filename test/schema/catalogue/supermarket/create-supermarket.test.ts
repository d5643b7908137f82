import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { casesOf } from '../../../support/hostile/cases.ts';
import { expectData, expectError, expectErrors } from '../../../support/http/expect-answer.ts';
import { createSupermarket } from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const BRANCH = { name: 'Central', address: '1 Market Square', delivery_window: '06:00-10:00' };
const GOOD = { name: 'Market', contact_email: 'buying@market.example', branches: [BRANCH] };

const BAD_TEXTS = [undefined, null, 1, true, [], {}, '', ' \t ', 'a\0b', '\ud800', '🥖'.repeat(201)];
const BAD_EMAILS = 'market @market.example market@ a@b@c.example a..b@c.example <a@b.example>'.split(' ');
const BAD_WINDOWS =
  '06:00 6:00-10:00 06:00-10 06:00–10:00 06:00-24:00 24:00-25:00 06:60-10:00 06:00-06:00 00:00-00:00';

function post(account: TestAccount, body: unknown) {
  return account.call('POST', '/supermarkets', { body });
}

describe('POST /supermarkets', () => {
  it('returns the single-read shape', async () => {
    const account = await createAccount(service);
    const answer = await post(account, { ...GOOD, branches: [BRANCH, { ...BRANCH, name: 'Harbour' }] });
    expect(expectData(answer, 201)).toStrictEqual({
      id: expect.any(Number),
      name: 'Market',
      contact_email: 'buying@market.example',
      branches: [
        { id: expect.any(Number), ...BRANCH },
        { id: expect.any(Number), ...BRANCH, name: 'Harbour' },
      ],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(answer.headers.get('Location')).toBe(`${service.url}/api/v1/supermarkets/${answer.json.data.id}`);
  });

  it.each([undefined, null, []])('treats the branches %j as none', async (branches) => {
    const account = await createAccount(service);
    expect(await createSupermarket(account, { branches })).toHaveProperty('branches', []);
  });

  it.each([undefined, null])('reads the delivery_window %j as null', async (delivery_window) => {
    const account = await createAccount(service);
    const { branches } = await createSupermarket(account, { branches: [{ ...BRANCH, delivery_window }] });
    expect(branches[0].delivery_window).toBeNull();
  });

  it.each(['00:00-23:59', '09:59-10:00', '22:00-06:00', '00:01-00:00'])(
    'accepts the delivery_window %s',
    async (delivery_window) => {
      const account = await createAccount(service);
      const { branches } = await createSupermarket(account, { branches: [{ ...BRANCH, delivery_window }] });
      expect(branches[0].delivery_window).toBe(delivery_window);
    },
  );

  it('accepts 200 branches and keeps their order', async () => {
    const account = await createAccount(service);
    const branches = Array.from({ length: 200 }, (_, index) => ({ ...BRANCH, name: `Branch ${index}` }));
    const created = await createSupermarket(account, { branches });
    expect(created.branches).toMatchObject(branches);
  });

  it('accepts texts of 200 characters, trimmed', async () => {
    const account = await createAccount(service);
    const text = '🥖'.repeat(200);
    const branches = [{ ...BRANCH, name: ` ${text}`, address: `${text}\n` }];
    const created = await createSupermarket(account, { name: ` ${text} `, branches });
    expect(created).toMatchObject({ name: text, branches: [{ name: text, address: text }] });
  });

  it.each(
    casesOf<unknown>({
      name: BAD_TEXTS,
      contact_email: [...BAD_TEXTS, ...BAD_EMAILS, `${'x'.repeat(200)}@market.example`],
      branches: ['none', 1, {}, true, Array.from({ length: 201 }, () => BRANCH)],
      id: [1],
      created_at: ['2026-11-20T00:00:00.000Z'],
      contactEmail: ['buying@market.example'],
    }),
  )('refuses the %s %j', async (field, value) => {
    const account = await createAccount(service);
    expectError(await post(account, { ...GOOD, [field]: value }), 400, 'validation_error', field);
  });

  it.each(
    casesOf<unknown>({
      name: BAD_TEXTS,
      address: BAD_TEXTS,
      delivery_window: ['', ' ', 1, [], '06:00-10:00, 12:00-14:00', ...BAD_WINDOWS.split(' ')],
      id: [1],
      deliveryWindow: ['06:00-10:00'],
    }),
  )('refuses a branch with the %s %j', async (field, value) => {
    const account = await createAccount(service);
    const answer = await post(account, { ...GOOD, branches: [BRANCH, { ...BRANCH, [field]: value }] });
    expectError(answer, 400, 'validation_error', `branches[1].${field}`);
  });

  it.each([null, 'Central', 1, []])('refuses the branch %j', async (branch) => {
    const account = await createAccount(service);
    const answer = await post(account, { ...GOOD, branches: [branch] });
    expectError(answer, 400, 'validation_error', 'branches[0]');
  });

  it('refuses every wrong field at once and then creates nothing', async () => {
    const account = await createAccount(service);
    const branches = [BRANCH, { ...BRANCH, address: '' }, { delivery_window: 'noon' }];
    const wrong =
      'name contact_email branches[1].address branches[2].name branches[2].address branches[2].delivery_window';
    expectErrors(await post(account, { branches }), 400, 'validation_error', wrong.split(' '));
    expect(expectData(await account.call('GET', '/supermarkets'))).toEqual([]);
  });
});
