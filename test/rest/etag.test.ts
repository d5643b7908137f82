import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { expectCommonHeaders, expectData, expectError } from '../support/http/expect-answer.ts';
import {
  createDelivery,
  createProduct,
  createReturn,
  createSupermarket,
} from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const RECORDS: [string, (account: TestAccount) => Promise<{ id: number }>][] = [
  ['/deliveries', createDelivery],
  ['/returns', createReturn],
  ['/products', createProduct],
  ['/supermarkets', createSupermarket],
];

/** Returns a product of the account, its path, and its ETag. */
async function taggedProduct(account: TestAccount) {
  const path = `/products/${(await createProduct(account)).id}`;
  const { headers } = await account.call('GET', path);
  return { path, tag: headers.get('ETag')! };
}

function getIf(account: TestAccount, path: string, tag: string, method = 'GET') {
  return account.call(method, path, { headers: { 'If-None-Match': tag } });
}

describe('GET of a single record', () => {
  it.each(RECORDS)('below %s carries a weak ETag and honours it', async (path, create) => {
    const account = await createAccount(service);
    const { id } = await create(account);
    const first = await account.call('GET', `${path}/${id}`);
    const tag = first.headers.get('ETag')!;
    expect(tag).toMatch(/^W\/"[\x21\x23-\x7e]+"$/);
    const again = await account.call('GET', `${path}/${id}`);
    expect(again.headers.get('ETag')).toBe(tag);
    expect((await getIf(account, `${path}/${id}`, tag)).status).toBe(304);
  });

  it('returns 304 without a body, but with its headers', async () => {
    const account = await createAccount(service);
    const { path, tag } = await taggedProduct(account);
    for (const method of ['GET', 'HEAD']) {
      const answer = await getIf(account, path, tag, method);
      expect(answer.status).toBe(304);
      expect(answer.text).toBe('');
      expect(answer.headers.get('ETag')).toBe(tag);
      expectCommonHeaders(answer);
    }
  });

  it('accepts *, lists, and the strong spelling as a match', async () => {
    const account = await createAccount(service);
    const { path, tag } = await taggedProduct(account);
    const strong = tag.slice(2);
    for (const value of ['*', ' * ', strong, `"other", ${tag}`, `W/"other",${strong} , "last"`, `${tag},`]) {
      expect((await getIf(account, path, value)).status).toBe(304);
    }
  });

  it('accepts nothing else as a match', async () => {
    const account = await createAccount(service);
    const { path, tag } = await taggedProduct(account);
    for (const value of [
      '"other"',
      'W/"other"',
      '',
      tag.slice(2, -1),
      `${tag.slice(0, -2)}"`,
      tag.toUpperCase(),
    ]) {
      expectData(await getIf(account, path, value));
    }
  });

  it('returns a changed record with a new ETag', async () => {
    const account = await createAccount(service);
    const { path, tag } = await taggedProduct(account);
    await account.call('PATCH', path, { body: { price: 7.77 } });
    const changed = await getIf(account, path, tag);
    expect(expectData(changed)).toHaveProperty('price', 7.77);
    expect(changed.headers.get('ETag')).not.toBe(tag);
    expect((await getIf(account, path, changed.headers.get('ETag')!)).status).toBe(304);
  });

  it('is stored only privately, and revalidated each time, as lists are', async () => {
    const account = await createAccount(service);
    const { path, tag } = await taggedProduct(account);
    const answers = await Promise.all([
      account.call('GET', path),
      getIf(account, path, tag),
      account.call('GET', '/products'),
      account.call('GET', '/supermarkets'),
    ]);
    expect(answers.map(({ headers }) => headers.get('Cache-Control'))).toEqual(
      answers.map(() => 'private, no-cache'),
    );
    expect(answers[1].headers.get('Vary')).toContain('Accept-Encoding');
  });

  it('returns errors to callers who may not read it, whatever ETag they send', async () => {
    const account = await createAccount(service);
    const { path, tag } = await taggedProduct(account);
    const stranger = await createAccount(service);
    expectError(await getIf(stranger, path, tag), 404, 'not_found');
    expectError(await getIf(stranger, path, '*'), 404, 'not_found');
    const { key } = await account.issue(['products:write']);
    const answer = await account.call('GET', path, { key, headers: { 'If-None-Match': tag } });
    expectError(answer, 403, 'insufficient_scope');
  });
});
