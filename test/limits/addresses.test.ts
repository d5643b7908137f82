import { beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { expectData } from '../support/http/expect-answer.ts';
import { request } from '../support/http/http.ts';
import { useService } from '../support/service/service.ts';
import { createUser, createVisitor } from '../support/service/visitor.ts';

const service = useService({ trustProxy: 1 });

beforeEach(() => service.database.pool.query('DELETE FROM rate_limits'));

const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
const ask = (address: string) => request(service.url, 'GET', '/products', from(address));
const remaining = async (address: string) =>
  Number((await ask(address)).headers.get('X-RateLimit-Remaining'));

const guess = async (email: string, address: string) => {
  const { json } = await createVisitor(service).ask(
    'mutation($email: String!) { signIn(email: $email, password: "wrong one") { id } }',
    { variables: { email }, headers: { 'X-Forwarded-For': address } },
  );
  return json.errors[0].extensions.code as string;
};

describe('behind a proxy, requests without a key', () => {
  it('count by the /64 of IPv6', async () => {
    expect(await remaining('2001:db8::1')).toBe(9_999);
    expect(await remaining('2001:db8::ffff:1')).toBe(9_998);
    expect(await remaining('2001:db8:0:1::1')).toBe(9_999);
  });

  it('count for IPv4 in either spelling', async () => {
    expect(await remaining('192.0.2.1')).toBe(9_999);
    expect(await remaining('::ffff:192.0.2.1')).toBe(9_998);
  });

  it('count for the address, whatever port and brackets the proxy adds', async () => {
    const spellings = [
      '192.0.2.7',
      '192.0.2.7:50123',
      '192.0.2.7:443',
      '[::ffff:192.0.2.7]:1',
      '::ffff:192.0.2.7',
    ];
    for (const [at, spelling] of spellings.entries()) expect(await remaining(spelling)).toBe(9_999 - at);
    for (const [at, spelling] of ['2001:db8:9::1', '[2001:db8:9::2]', '[2001:db8:9::3]:443'].entries()) {
      expect(await remaining(spelling)).toBe(9_999 - at);
    }
    expect(await remaining('203.0.113.9:1, 192.0.2.7:2')).toBe(9_999 - spellings.length);
  });

  it('count for the proxy when the forwarded value is not an address', async () => {
    expect(await remaining('x'.repeat(300))).toBe(9_999);
    expect(await remaining('unknown')).toBe(9_998);
    const { rows } = await service.database.pool.query('SELECT key FROM rate_limits ORDER BY key');
    expect(rows).toEqual([{ key: 'hour:address:127.0.0.1' }, { key: 'minute:address:127.0.0.1' }]);
  });

  it('do not affect the counts of concurrent requests from others', async () => {
    const account = await createAccount(service, 'free');
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => [account.call('GET', '/products'), ask('x'.repeat(300))]).flat(),
    );
    const own = answers.filter((_, at) => at % 2 === 0);
    expect(own.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(own.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  it('do not affect requests with a key', async () => {
    const { call } = await createAccount(service);
    expectData(await call('GET', '/products', from('x'.repeat(300))));
  });
});

describe('guesses of passwords', () => {
  it('count by the /64 of IPv6', async () => {
    const { email } = await createUser(service);
    for (let at = 0; at < 5; at++) expect(await guess(email, `2001:db8::${at}`)).toBe('unauthorized');
    expect(await guess(email, '2001:db8::5')).toBe('rate_limited');
    expect(await guess(email, '2001:db8:0:1::1')).toBe('unauthorized');
  });

  it('count by the /48 of IPv6 too', async () => {
    await service.database.pool.query(
      `INSERT INTO rate_limits (key, points, expire) VALUES ('guess-network:2001:db8:7::/48', 120, $1)`,
      [Date.now() + 3_600_000],
    );
    expect(await guess('nobody@supplier.example', '2001:db8:7:1::1')).toBe('rate_limited');
    expect(await guess('nobody@supplier.example', '2001:db8:8:1::1')).toBe('unauthorized');
  });
});
