import { expect, it } from 'vitest';
import { MAX_BRANCHES } from '../../../../src/schema/catalogue/limits.ts';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { createSupermarket } from '../../../support/records/records.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();
const ADD = `mutation ($id: ID!, $input: BranchInput!) {
  addBranch(supermarketId: $id, input: $input) { name address deliveryWindow supermarket { id } } }`;
const BRANCH = { name: 'Station', address: '3 Station Road' };

it('adds a branch to the supermarket', async () => {
  const account = await createAccount(service);
  const id = String((await createSupermarket(account)).id);
  // The window ends on the day after it starts.
  const input = { ...BRANCH, deliveryWindow: '22:00-06:00' };
  expect(await ask(account, ADD, { id, input })).toEqual({ addBranch: { ...input, supermarket: { id } } });
});

it.each([
  [{ ...BRANCH, name: '' }, 'name'],
  [{ ...BRANCH, address: 'x'.repeat(201) }, 'address'],
  [{ ...BRANCH, deliveryWindow: 'mornings' }, 'deliveryWindow'],
  [{ ...BRANCH, deliveryWindow: '06:00-06:00' }, 'deliveryWindow'],
])('refuses %j', async (input, field) => {
  const account = await createAccount(service);
  const id = String((await createSupermarket(account)).id);
  expect(await refusalOf(account, ADD, { id, input })).toMatchObject({ code: 'validation_error', field });
});

it('adds no branch beyond the maximum, even at the same time', async () => {
  const account = await createAccount(service);
  const branches = Array.from({ length: MAX_BRANCHES - 1 }, () => BRANCH);
  const id = String((await createSupermarket(account, { branches })).id);
  const refusals = await Promise.all([1, 2, 3].map(() => refusalOf(account, ADD, { id, input: BRANCH })));
  expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(1);
  expect(refusals.map((refusal) => refusal?.code)).toContain('validation_error');
  const answer = await account.call('GET', `/supermarkets/${id}`);
  expect(answer.json.data.branches).toHaveLength(MAX_BRANCHES);
});

it('does not find the supermarket of another account', async () => {
  const id = String((await createSupermarket(await createAccount(service))).id);
  const stranger = await createAccount(service);
  expect(await refusalOf(stranger, ADD, { id, input: BRANCH })).toMatchObject({ code: 'not_found' });
});
