import { expect, it } from 'vitest';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { createSupermarket } from '../../../support/records/records.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();
const UPDATE = `mutation ($id: ID!, $input: UpdateBranchInput!) {
  updateBranch(id: $id, input: $input) { id name address deliveryWindow } }`;

it('changes only the fields that are given', async () => {
  const account = await createAccount(service);
  const [branch] = (await createSupermarket(account)).branches;
  const id = String(branch.id);
  const before = { id, name: 'Central', address: '1 Market Square', deliveryWindow: '06:00-10:00' };
  const update = (input: object) => ask(account, UPDATE, { id, input });
  const renamed = { ...before, name: 'Old Town' };
  expect(await update({ name: 'Old Town' })).toEqual({ updateBranch: renamed });
  const later = { ...renamed, deliveryWindow: '22:00-04:30' };
  expect(await update({ deliveryWindow: '22:00-04:30' })).toEqual({ updateBranch: later });
});

it.each([
  [{}, null],
  [{ name: '' }, 'name'],
  [{ address: 'x'.repeat(201) }, 'address'],
  [{ name: 'Old Town', address: null }, 'address'],
  [{ deliveryWindow: '6-10' }, 'deliveryWindow'],
  [{ deliveryWindow: '22:00-22:00' }, 'deliveryWindow'],
])('refuses %j and changes nothing', async (input, field) => {
  const account = await createAccount(service);
  const { id, branches } = await createSupermarket(account);
  const refusal = await refusalOf(account, UPDATE, { id: String(branches[0].id), input });
  expect(refusal).toMatchObject({ code: 'validation_error', field });
  const answer = await account.call('GET', `/supermarkets/${id}`);
  expect(answer.json.data.branches).toEqual(branches);
});

it('does not find the branch of another account', async () => {
  const { branches } = await createSupermarket(await createAccount(service));
  const stranger = await createAccount(service);
  const variables = { id: String(branches[0].id), input: { name: 'Mine' } };
  expect(await refusalOf(stranger, UPDATE, variables)).toMatchObject({ code: 'not_found' });
});
