import { expect, it } from 'vitest';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { createSupermarket } from '../../../support/records/records.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();
const UPDATE = `mutation ($id: ID!, $input: UpdateSupermarketInput!) {
  updateSupermarket(id: $id, input: $input) { id name contactEmail branches { name } } }`;

it('changes only the fields that are given', async () => {
  const account = await createAccount(service);
  const { id, contact_email: contactEmail } = await createSupermarket(account);
  const branches = [{ name: 'Central' }, { name: 'Harbour' }];
  const update = (input: object) => ask(account, UPDATE, { id: String(id), input });
  const renamed = { id: String(id), name: 'Oakfield', contactEmail, branches };
  expect(await update({ name: 'Oakfield' })).toEqual({ updateSupermarket: renamed });
  const moved = { ...renamed, contactEmail: 'new@market.example' };
  expect(await update({ contactEmail: 'new@market.example' })).toEqual({ updateSupermarket: moved });
});

it.each([
  [{}, null],
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(201) }, 'name'],
  [{ contactEmail: 'nobody' }, 'contactEmail'],
  [{ name: 'Oakfield', contactEmail: null }, 'contactEmail'],
])('refuses %j and changes nothing', async (input, field) => {
  const account = await createAccount(service);
  const { id, name } = await createSupermarket(account);
  const refusal = await refusalOf(account, UPDATE, { id: String(id), input });
  expect(refusal).toMatchObject({ code: 'validation_error', field });
  const { supermarket } = await ask(account, 'query ($id: ID!) { supermarket(id: $id) { name } }', {
    id: String(id),
  });
  expect(supermarket).toEqual({ name });
});

it('does not find the supermarket of another account', async () => {
  const { id } = await createSupermarket(await createAccount(service));
  const stranger = await createAccount(service);
  const refusal = await refusalOf(stranger, UPDATE, { id: String(id), input: { name: 'Mine' } });
  expect(refusal).toMatchObject({ code: 'not_found' });
});
