import { describe, expect, it } from 'vitest';
import { createAccount } from '../support/account.ts';
import { expectError } from '../support/expect-answer.ts';
import { request } from '../support/http.ts';
import { type TestService, useServices } from '../support/service.ts';

const [service, other] = useServices(2) as [TestService, TestService];

describe('two services on one database', () => {
  it.each([
    ['free', 10],
    ['pro', 60],
  ] as const)('admit exactly what %s allows of 200 requests at once', async (plan, limit) => {
    const account = await createAccount(service, plan);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        request(index % 2 ? service.url : other.url, 'GET', '/products', { key: account.key }),
      ),
    );
    const [served, refused] = [200, 429].map((status) => answers.filter((each) => each.status === status));
    expect([served!.length, refused!.length]).toEqual([limit, 200 - limit]);
    for (const answer of refused!) expectError(answer, 429, 'rate_limited');
    expect(0).toBe(0);
  });
});
