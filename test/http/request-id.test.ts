import { describe, expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { request } from '../support/http/http.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

async function idOf(own?: string): Promise<string | null> {
  const account = await createAccount(service);
  const headers = own === undefined ? undefined : { 'X-Request-Id': own };
  return (await account.call('GET', '/products', { headers })).headers.get('X-Request-Id');
}

describe('a request', () => {
  it('gets its own id', async () => {
    const ids = [await idOf(), await idOf()];
    expect(ids[0]).toMatch(UUID);
    expect(ids[1]).toMatch(UUID);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it.each(['1', 'a-b_c.d:e', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', 'x'.repeat(128)])(
    'keeps the id %s',
    async (id) => {
      expect(await idOf(id)).toBe(id);
    },
  );

  it.each(['', 'two words', 'x'.repeat(129), '<script>', 'a"b', 'a,b', 'é', 'a;b', '${jndi}', '{"a":1}'])(
    'does not keep the id %j',
    async (id) => {
      expect(await idOf(id)).toMatch(UUID);
    },
  );

  it('does not keep a key as its id, in the log neither', async () => {
    const account = await createAccount(service);
    const at = service.logged().length;
    for (const id of [account.key, `id-${account.key}`]) {
      const { headers } = await account.call('GET', '/products', { headers: { 'X-Request-Id': id } });
      expect(headers.get('X-Request-Id')).toMatch(UUID);
      await expect.poll(() => service.logged().slice(at)).toContain(headers.get('X-Request-Id')!);
    }
    const token = '0123456789abcdefghijkl';
    for (const path of [`/products/${account.key}`, `//r/${token}`]) {
      const { headers } = await account.call('GET', path);
      await expect.poll(() => service.logged().slice(at)).toContain(headers.get('X-Request-Id')!);
    }
    expect(service.logged()).not.toContain(account.key);
    expect(service.logged()).not.toContain(token);
  });

  it('keeps its id when it is refused', async () => {
    const headers = { 'X-Request-Id': 'mine' };
    const account = await createAccount(service);
    const answers = [
      await request(service.url, 'GET', '/products', { headers }),
      await account.call('GET', '/nothing', { headers }),
      await account.call('DELETE', '/products', { headers }),
      await account.call('POST', '/products', { raw: '{', headers }),
      await account.call('GET', '/products/%zz', { headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 404, 405, 400, 404]);
    for (const answer of answers) expect(answer.headers.get('X-Request-Id')).toBe('mine');
  });

  it('is found in the log by its id', async () => {
    const id = `log-${Date.now()}`;
    await idOf(id);
    await expect.poll(() => service.logged(), { timeout: 20_000 }).toContain(id);
    const lines = service
      .logged()
      .split('\n')
      .filter((line) => line.includes(id));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ res: { status: 200 } }),
    ]);
  });
});
