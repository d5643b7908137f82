import { expect, it } from 'vitest';
import { createClient, ProvenderError } from 'provender-client';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { holdUp } from '../support/database/hold-up.ts';
import { startFrontOf } from './front.ts';
import { useService } from '../support/service/service.ts';
import { countsOf, setCount } from '../support/service/windows.ts';

const service = useService();
const startFront = startFrontOf(service);
const numbers = Array.from({ length: 100 }, (_, number) => number);
const productOf = (number: number) => ({
  name: `Loaf ${number}`,
  weight: 1,
  price: 3.49,
  category: 'bakery',
});

/** Leaves `left` requests of the plan's minute, which ends in `seconds`. */
async function endMinuteSoon(account: TestAccount, left: number, seconds: number): Promise<void> {
  await setCount(account, 'minute', 300 - left);
  const ends = Date.now() + seconds * 1_000;
  await account.database.pool.query(`UPDATE rate_limits SET expire = $2 WHERE key = $1`, [
    `minute:account:${account.id}`,
    ends,
  ]);
}

/** Returns the statuses of the requests that were sent with an id. */
function statusesOf(requestId: string): number[] {
  const lines = service.logged().trim().split('\n');
  const requests = lines.map(
    (line) => JSON.parse(line) as { req?: { id: string }; res?: { status: number } },
  );
  return requests.filter(({ req, res }) => req?.id === requestId && res).map(({ res }) => res!.status);
}

function clientOf({ key }: TestAccount, options: Partial<Parameters<typeof createClient>[0]> = {}) {
  return createClient({ baseUrl: `${service.url}/api/v1`, apiKey: key, ...options });
}

it('creates more records at once than the minute allows, each once, in the order of the calls', async () => {
  const account = await createAccount(service);
  await endMinuteSoon(account, 1, 3);
  const waits: number[] = [];
  const client = clientOf(account, { onRateLimit: (wait) => waits.push(wait) });
  const replies = await Promise.all(
    numbers.map((number) => client.createProduct({ body: productOf(number) })),
  );
  expect(replies.map(({ data }) => data.name)).toEqual(numbers.map((number) => productOf(number).name));
  expect(new Set(replies.map(({ data }) => data.id)).size).toBe(100);
  // The end of the minute, and at most a tenth and a quarter of a second more.
  expect(waits).toEqual([expect.toSatisfy((wait: number) => wait > 1_000 && wait <= 3_000 * 1.1 + 250)]);
  expect((await countsOf(account)).minute).toBe(99);
});

it('sends nothing that would be refused', async () => {
  const account = await createAccount(service);
  await endMinuteSoon(account, 1, 2);
  const client = clientOf(account);
  await client.listProducts();
  await client.listReturns({}, { requestId: 'second' });
  expect(statusesOf('second')).toEqual([200]);
});

it('throws the refusal when the limit ends too late', async () => {
  const account = await createAccount(service);
  await endMinuteSoon(account, 0, 50);
  await expect(clientOf(account, { maxWaitMs: 10_000 }).listProducts()).rejects.toMatchObject({
    code: 'rate_limited',
    tries: 1,
  });
});

it('keeps to its number of requests in flight, also when some fail or are aborted', async () => {
  const account = await createAccount(service);
  await using front = await startFront((nth) => (nth % 5 === 0 ? 'lose the answer' : 'forward'));
  const client = clientOf(account, { baseUrl: front.url, concurrency: 3, retries: 5 });
  const controller = new AbortController();
  const calls = numbers
    .slice(0, 30)
    .map((number) =>
      client.getProduct({ path: { product_id: 1 } }, number % 2 ? { signal: controller.signal } : {}),
    );
  controller.abort();
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
  expect(
    outcomes.filter((each) => each.status === 'rejected' && each.reason instanceof ProvenderError).length,
  ).toBe(15);
  expect(front.mostInFlight()).toBe(3);
  await expect(client.listProducts()).resolves.toMatchObject({ status: 200 });
});

it('waits for its own earlier try that is still running', async () => {
  const account = await createAccount(service);
  const release = await holdUp(account.database, 'products');
  const client = clientOf(account, { timeoutMs: 2_000, retries: 10 });
  const created = client.createProduct({ body: productOf(1) }, { requestId: 'slow' });
  await expect.poll(() => statusesOf('slow').includes(409)).toBe(true);
  await release();
  expect((await created).headers.get('Idempotent-Replayed')).toBe('true');
});
