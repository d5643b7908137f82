import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { MAX_SMALL_BYTES } from '../../src/spreadsheet/limits.ts';
import { importsOf, PRODUCTS } from '../support/records/importing.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const { preview, send } = importsOf(service);

const LARGE = `${PRODUCTS}${'\n'.repeat(MAX_SMALL_BYTES)}`;

/** Begins to upload a file, and sends half of it. */
function begin({ key }: TestAccount, headers: Record<string, string | number>): ClientRequest {
  const upload = httpRequest(`${service.url}/import/products`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, ...headers },
  });
  // Those that the test leaves unfinished.
  upload.on('error', () => {});
  onTestFinished(() => void upload.destroy());
  upload.write(LARGE.slice(0, LARGE.length / 2));
  return upload;
}

async function statusOf(upload: ClientRequest): Promise<number> {
  const [response] = (await once(upload, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode!;
}

/** Returns how many files of an account have been counted. */
async function attemptsOf({ id, database }: TestAccount): Promise<number> {
  const { rows } = await database.pool.query<{ points: number }>(
    'SELECT points FROM rate_limits WHERE key = $1',
    [`hour:imports:${id}`],
  );
  return rows[0]?.points ?? 0;
}

it(
  'holds two large files of an account at a time, whether sent or kept, beside those of others and small ones',
  { timeout: 60_000 },
  async () => {
    const [account, other] = [await createAccount(service, 'pro'), await createAccount(service, 'pro')];
    const [large, small] = [
      await preview(account, 'products', LARGE),
      await preview(account, 'products', PRODUCTS),
    ];
    const counted = await attemptsOf(account);
    const held = [
      begin(account, { 'Content-Length': LARGE.length }),
      begin(account, { 'Transfer-Encoding': 'chunked' }),
    ];
    await expect.poll(() => attemptsOf(account)).toBe(counted + 2);
    const third = await send(account, 'products', LARGE);
    expect(third.status).toBe(503);
    expect(third.json).toMatchObject({ error: { code: 'service_unavailable', problem: 'imports_busy' } });
    expect(third.headers.get('Retry-After')).toBe('4');
    const again = (id: number) => account.call('POST', `//import/products?from=${id}`);
    expect((await again(large.id)).status).toBe(503);
    expect((await account.call('GET', `//import/${large.id}/refused.csv`)).status).toBe(503);
    // Files that were refused for lack of room do not count.
    expect(await attemptsOf(account)).toBe(counted + 2);
    expect((await again(small.id)).status).toBe(201);
    expect((await send(account, 'products', PRODUCTS)).status).toBe(201);
    expect((await send(other, 'products', LARGE)).status).toBe(201);
    const statuses = held.map(statusOf);
    for (const upload of held) upload.end(LARGE.slice(LARGE.length / 2));
    const ended = (await Promise.all(statuses)).toSorted((one, other) => one - other);
    // Only one of an account is read at a time.
    expect([201, 503]).toContain(ended[1]);
    expect(ended[0]).toBe(201);
    expect((await send(account, 'products', LARGE)).status).toBe(201);
  },
);
