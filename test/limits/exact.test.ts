import { describe, expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { expectData, expectError } from '../support/http/expect-answer.ts';
import { request } from '../support/http/http.ts';
import { type TestService, useServices } from '../support/service/service.ts';

const [service, other] = useServices(2) as [TestService, TestService];

describe('two services on one database', () => {
  it.each([
    ['free', 10],
    ['pro', 60],
  ] as const)('admit exactly what %s allows of 200 requests at once', async (plan, limit) => {
    const { id, key } = await createAccount(service, plan);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        request(index % 2 ? service.url : other.url, 'GET', '/products', { key }),
      ),
    );
    const [served, refused] = [200, 429].map((status) => answers.filter((each) => each.status === status));
    expect([served!.length, refused!.length]).toEqual([limit, 200 - limit]);
    for (const answer of served!) expectData(answer);
    for (const answer of refused!) expectError(answer, 429, 'rate_limited');
    const { rows } = await service.database.pool.query(
      `SELECT split_part(key, ':', 1) AS window, points FROM rate_limits
       WHERE key LIKE '%:account:' || $1 ORDER BY key`,
      [String(id)],
    );
    const counted = ['hour', 'minute'].map((window) => ({ window, points: limit }));
    expect(rows).toEqual(counted);
  });
});
