import { describe, expect, it } from 'vitest';
import { revokeKey } from '../../src/schema/people/api-key/revoke-key.ts';
import { rotateKey } from '../../src/schema/people/api-key/rotate-key.ts';
import { createAccount } from '../support/service/account.ts';
import { request } from '../support/http/http.ts';
import { expectEvents, expectRefusal, PATIENCE, readLive } from '../support/graphql/live.ts';
import { createDelivery, createProduct } from '../support/records/records.ts';
import { useServices } from '../support/service/service.ts';

const [here, there] = useServices(2);

describe('the scopes of a key', () => {
  it('decide which events it receives', async () => {
    const account = await createAccount(here!);
    const { key } = await account.issue(['products:read', 'deliveries:write']);
    const reader = await readLive(here!.url, { key });
    await createDelivery(account);
    await createProduct(account);
    const events = await expectEvents(reader, 2);
    expect(events.map(({ type }) => type)).toEqual(['product.created', 'product.created']);
  });

  it('must cover the requested types', async () => {
    const account = await createAccount(here!);
    const { key } = await account.issue(['products:read']);
    const { messages } = await readLive(here!.url, { key, types: ['product.created', 'return.created'] });
    const { message, extensions } = await expectRefusal(messages);
    expect(message).toBe('This API key lacks the scope returns:read');
    expect(extensions.code).toBe('insufficient_scope');
  });

  it('must cover any', async () => {
    const { key } = await (await createAccount(here!)).issue(['products:write']);
    const { messages } = await readLive(here!.url, { key });
    expect((await expectRefusal(messages)).extensions.code).toBe('insufficient_scope');
  });
});

describe('a live stream ends', () => {
  it.each<[string, string, (id: bigint) => Promise<unknown>]>([
    ['revoked', 'unauthorized', (id) => revokeKey(here!.database.prisma, { id })],
    ['rotated', 'unauthorized', (id) => rotateKey(here!.database.prisma, { id })],
    [
      'let expire',
      'api_key_expired',
      (id) => here!.database.pool.query('UPDATE api_keys SET expires_at = now() WHERE id = $1', [id]),
    ],
  ])('when its key is %s', async (_what, code, end) => {
    const account = await createAccount(here!);
    const { id, key } = await account.issue(['products:read']);
    const reader = await readLive(here!.url, { key });
    await end(id);
    expect((await expectRefusal(reader.messages)).extensions.code).toBe(code);
    await expect.poll(reader.hasEnded, PATIENCE).toBe(true);
  });
});

describe('what cannot be streamed', () => {
  it.each<[string, object, string, string | null]>([
    ['a type that does not exist', { types: ['product.eaten'] }, 'validation_error', 'types[0]'],
    ['no type', { types: [] }, 'validation_error', 'types'],
    ['what came after no id', { after: 'x' }, 'validation_error', 'after'],
  ])('is refused: %s', async (_what, options, code, field) => {
    const { key } = await createAccount(here!);
    const { messages } = await readLive(here!.url, { key, ...options });
    expect((await expectRefusal(messages)).extensions).toMatchObject({
      code,
      field,
      problem: expect.any(String),
    });
  });

  it('is refused: more streams than the plan has', async () => {
    const { key } = await createAccount(here!, 'free');
    const readers = [];
    // After these, one request of ten is left for the minute.
    for (let count = 0; count < 9; count++) readers.push(await readLive(here!.url, { key }));
    for (const { messages } of readers) expect(messages).toEqual([]);
    await here!.database.pool.query('DELETE FROM rate_limits');
    readers.push(await readLive(here!.url, { key }));
    const { messages } = await readLive(there!.url, { key });
    expect(messages).toEqual([]);
    const refused = await readLive(here!.url, { key });
    const { message, extensions } = await expectRefusal(refused.messages);
    expect(message).toBe('Your plan allows 10 live streams at a time');
    expect(extensions.code).toBe('rate_limited');
  });

  it('is refused: another response format', async () => {
    const { key } = await createAccount(here!);
    const { json } = await request(here!.url, 'POST', '//graphql', {
      key,
      headers: { Accept: 'application/json' },
      body: { query: 'subscription { events { id } }' },
    });
    expect(json.errors[0].extensions).toMatchObject({
      code: 'validation_error',
      field: 'Accept',
      problem: 'no_event_stream',
      values: null,
    });
  });
});
