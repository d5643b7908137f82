import { expect, it } from 'vitest';
import type { Answer } from '../support/http/answer.ts';
import { importsOf, PRODUCTS } from '../support/records/importing.ts';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService({ worker: {} });
const { send, preview, finished } = importsOf(service);

const refusal = ({ json }: Answer) => json.error;

it('an import is started and followed over REST, once for each Idempotency-Key', async () => {
  const account = await createAccount(service);
  const { id, counts } = await preview(account, 'products', PRODUCTS);
  const state = { id, kind: 'products', counts, refusals: [], changes: [], problems: [], error: null };
  const read = async () => account.call('GET', `//import/${id}`);
  expect((await read()).json).toEqual({
    status: 'success',
    data: {
      ...state,
      status: 'previewed',
      done: 0,
      total: 2,
      created_at: expect.any(String),
      finished_at: null,
    },
  });
  const headers = { 'Idempotency-Key': 'start-once' };
  const [started, repeated] = [
    await account.call('POST', `//import/${id}/start`, { headers }),
    await account.call('POST', `//import/${id}/start`, { headers }),
  ];
  expect([started.status, started.json.data.status]).toEqual([200, 'running']);
  expect(repeated.json).toEqual(started.json);
  await finished(account, id);
  const { data } = (await read()).json;
  expect(data).toMatchObject({ ...state, status: 'succeeded', done: 2, finished_at: expect.any(String) });
  const again = await account.call('POST', `//import/${id}/start`);
  expect(again.status).toBe(400);
  expect(refusal(again)).toMatchObject({ code: 'invalid_transition', field: 'status' });
});

it('a preview that refused rows, or has an open question, is not started', async () => {
  const account = await createAccount(service);
  const refused = await preview(
    account,
    'products',
    'reference,name,weight,price,category\nA,Rye,,1,bakery\n',
  );
  const asked = await preview(
    account,
    'deliveries',
    'reference;delivery_date;branch;product;quantity\nD;05/11/2099;B;P;1\n',
  );
  const start = async (id: number) => refusal(await account.call('POST', `//import/${id}/start`));
  expect(await start(refused.id)).toMatchObject({
    code: 'validation_error',
    field: 'id',
    problem: 'rows_refused',
    values: { count: 1 },
  });
  expect(await start(asked.id)).toMatchObject({
    code: 'validation_error',
    field: 'id',
    problem: 'open_question',
  });
  const { data } = (await account.call('GET', `//import/${refused.id}`)).json;
  expect([data.status, data.refusals.length, data.counts.refused]).toEqual(['previewed', 1, 1]);
});

it('needs a scope of what the file has rows of, and is of one account', async () => {
  const account = await createAccount(service);
  const { id } = await preview(account, 'products', PRODUCTS);
  const stranger = await createAccount(service);
  const { key } = await account.issue(['returns:write']);
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/start'],
  ] as const) {
    expect((await stranger.call(method, `//import/${id}${path}`)).status).toBe(404);
    for (const other of [`${id}0000`, '0', '9'.repeat(40)])
      expect((await account.call(method, `//import/${other}${path}`)).status).toBe(404);
    const other = await account.call(method, `//import/${id}${path}`, { key });
    expect([other.status, refusal(other).code]).toEqual([403, 'insufficient_scope']);
  }
  const { key: reader } = await account.issue(['products:read']);
  expect((await account.call('GET', `//import/${id}`, { key: reader })).status).toBe(200);
  expect((await account.call('POST', `//import/${id}/start`, { key: reader })).status).toBe(403);
  expect((await account.call('DELETE', `//import/${id}`)).status).toBe(405);
  expect((await send(account, 'nothing', PRODUCTS)).status).toBe(404);
});

it('a preview is read again from its kept file, without a body', async () => {
  const account = await createAccount(service);
  const asked = await preview(
    account,
    'products',
    'reference;name;weight;price;category\nA;Rye;1;1.250;bakery\n',
  );
  expect(asked.problems).toMatchObject([{ option: 'decimal' }]);
  const again = (path: string, by = account) => by.call('POST', `//import/${path}`);
  const { status, json } = await again(`products?from=${asked.id}&decimal=.`);
  expect(status).toBe(201);
  expect(json.data).toMatchObject({ problems: [], counts: { created: 1 }, sample: [{ price: 1.25 }] });
  expect(json.data.id).not.toBe(asked.id);

  const missing = { code: 'not_found', field: 'from' };
  for (const path of ['products?from=999999999', 'products?from=x', `supermarkets?from=${asked.id}`])
    expect(refusal(await again(path))).toMatchObject(missing);
  const other = await createAccount(service);
  expect(refusal(await again(`products?from=${asked.id}`, other))).toMatchObject(missing);
  const both = await send(account, `products?from=${asked.id}`, PRODUCTS);
  expect(refusal(both)).toMatchObject({ code: 'validation_error', field: 'from', problem: 'not_with' });
});
