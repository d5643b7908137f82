import { describe, expect, it } from 'vitest';
import { createKey, KEYS, ROTATE } from './api-keys.ts';
import { request } from '../../../support/http/http.ts';
import { useServices } from '../../../support/service/service.ts';
import { createSignedIn } from '../../../support/service/visitor.ts';

const [service, other] = useServices(2);

/** Returns the status for a key, from another process than the page's. */
const statusOf = async (key: string) => (await request(other!.url, 'GET', '/products', { key })).status;

describe('a key of the page', () => {
  it('gets a new value, and accepts the old one for the requested time', async () => {
    const visitor = await createSignedIn(service!);
    const { id, value } = await createKey(visitor);
    const { rotateApiKey } = await visitor.data(ROTATE, { id, grace: 3_600 });
    expect(rotateApiKey.apiKey.id).toBe(id);
    const until = Date.parse(rotateApiKey.apiKey.previousValueExpiresAt) - Date.now();
    expect(until / 60_000).toBeGreaterThan(59);
    expect(until / 60_000).toBeLessThanOrEqual(60);
    expect([await statusOf(value), await statusOf(rotateApiKey.value)]).toEqual([200, 200]);

    await service!.database.pool.query(
      `UPDATE api_keys SET previous_secret_expires_at = now() - interval '1 second' WHERE account_id = $1 AND id = $2`,
      [visitor.user.id, id],
    );
    expect([await statusOf(value), await statusOf(rotateApiKey.value)]).toEqual([401, 200]);
    expect((await visitor.data(KEYS)).apiKeys[0].previousValueExpiresAt).toBeNull();
  });

  it('accepts every old value until its own time, at most five, and none after a rotation without', async () => {
    const visitor = await createSignedIn(service!, 'business');
    const { id, value } = await createKey(visitor);
    const values = [value];
    for (let grace = 1; grace <= 5; grace++) {
      values.push((await visitor.data(ROTATE, { id, grace: grace * 3_600 })).rotateApiKey.value);
    }
    expect(await Promise.all(values.map(statusOf))).toEqual(values.map(() => 200));
    expect(await visitor.refusal(ROTATE, { id, grace: 60 })).toMatchObject({ code: 'quota_exceeded' });
    await service!.database.pool.query(
      `UPDATE api_key_earlier_secrets SET expires_at = now() - interval '1 second' WHERE expires_at < now() + interval '90 minutes' AND account_id = $1`,
      [visitor.user.id],
    );
    expect(await Promise.all(values.map(statusOf))).toEqual([401, 200, 200, 200, 200, 200]);
    values.push((await visitor.data(ROTATE, { id })).rotateApiKey.value);
    expect(await Promise.all(values.map(statusOf))).toEqual([401, 401, 401, 401, 401, 401, 200]);
  });

  it('gets a new value at once by default', async () => {
    const visitor = await createSignedIn(service!);
    const { id, value } = await createKey(visitor);
    const { rotateApiKey } = await visitor.data(ROTATE, { id });
    expect([await statusOf(value), await statusOf(rotateApiKey.value)]).toEqual([401, 200]);
  });

  it('is not locked by another account that tries to rotate it', async () => {
    const [owner, stranger] = [await createSignedIn(service!), await createSignedIn(service!)];
    const { id } = await createKey(owner);
    const client = await service!.database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM api_keys WHERE account_id = $1 AND id = $2 FOR UPDATE', [
        owner.user.id,
        id,
      ]);
      // It would wait for the owner's row, and then the owner would wait for it.
      expect(await stranger.refusal(ROTATE, { id })).toMatchObject({ code: 'not_found' });
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});

describe('the input of a rotation', () => {
  it.each([-1, 86_401])('is refused: a grace of %i seconds', async (grace) => {
    const visitor = await createSignedIn(service!);
    const { id } = await createKey(visitor);
    expect(await visitor.refusal(ROTATE, { id, grace })).toMatchObject({
      code: 'validation_error',
      field: 'graceSeconds',
    });
  });
});
