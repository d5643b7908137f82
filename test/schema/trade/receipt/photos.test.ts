import { describe, expect, it } from 'vitest';
import { createDelivery, createSentDelivery } from '../../../support/records/records.ts';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const CONFIRM = `mutation($id: ID!, $photos: [ID!]!) {
  confirmReceipt(deliveryId: $id, input: { receivedBy: "Ada", photos: $photos }) { receipt { photos { id mediaType } } }
}`;

const JPEG = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(100)]);
const upload = (key: string, delivery: unknown, body: Uint8Array<ArrayBuffer>) =>
  fetch(`${service.url}/photos?delivery=${String(delivery)}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
    body,
  });

describe('photos', () => {
  it('are uploaded, named by the receipt, and served as what they are, to their account only', async () => {
    const account = await createAccount(service);
    const [{ id }, other] = [await createSentDelivery(account), await createSentDelivery(account)];
    const photo = (await (await upload(account.key, id, JPEG)).json()).data.id;
    const elsewhere = (await (await upload(account.key, other.id, JPEG)).json()).data.id;
    expect(await refusalOf(account, CONFIRM, { id, photos: [photo, elsewhere] })).toMatchObject({
      code: 'not_found',
      field: 'photos[1]',
    });
    await ask(account, CONFIRM, { id, photos: [photo] });
    const query = `{ delivery(id: "${id}") { receipt { photos { id mediaType url } } } }`;
    const { data } = (await account.call('POST', '//graphql', { body: { query } })).json;
    const url = `${service.url}/photos/${photo}`;
    expect(data.delivery.receipt.photos).toEqual([{ id: String(photo), mediaType: 'image/jpeg', url }]);

    const download = (key: string) => fetch(url, { headers: { Authorization: `Bearer ${key}` } });
    const response = await download(account.key);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(JPEG);
    expect(response.headers.get('Content-Type')).toBe('image/jpeg');
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="photo-${photo}.jpeg"`);
    expect((await download((await createAccount(service)).key)).status).toBe(404);
    expect((await fetch(url)).status).toBe(401);
    const { key } = await account.issue(['returns:write', 'products:read']);
    expect((await download(key)).status).toBe(403);
  });

  it('are at most 18 of a delivery, and of one that was dispatched', async () => {
    const account = await createAccount(service);
    const [sent, pending] = [await createSentDelivery(account), await createDelivery(account)];
    expect((await (await upload(account.key, pending.id, JPEG)).json()).error.field).toBe('delivery');
    await service.database.pool.query(
      `INSERT INTO receipt_photos (account_id, delivery_id, media_type, content)
       SELECT $1, $2, 'image/jpeg', '\\xff' FROM generate_series(1, 17)`,
      [account.id, sent.id],
    );
    const statuses = [];
    for (let time = 0; time < 2; time += 1) statuses.push((await upload(account.key, sent.id, JPEG)).status);
    expect(statuses).toEqual([201, 400]);
  });

  it('are refused if they are no images, too large, of others, or over the quota', async () => {
    const account = await createAccount(service, 'free');
    const { id } = await createSentDelivery(account);
    const { key } = await account.issue(['returns:write']);
    const cases: [string, unknown, Buffer<ArrayBuffer>, number][] = [
      [account.key, id, Buffer.from('<svg onload="alert(1)"/>'), 400],
      [account.key, id, Buffer.alloc(0), 400],
      [account.key, id, Buffer.concat([JPEG, Buffer.alloc(400 * 1_024)]), 413],
      [account.key, '9007199254740991', JPEG, 404],
      [key, id, JPEG, 403],
    ];
    for (const [at, [by, delivery, bytes, status]] of cases.entries()) {
      expect([at, (await upload(by, delivery, bytes)).status]).toEqual([at, status]);
    }
    await service.database.pool.query(
      `INSERT INTO receipt_photos (account_id, delivery_id, media_type, content)
       SELECT $1, $2, 'image/jpeg', '\\xff' FROM generate_series(1, 100)`,
      [account.id, id],
    );
    expect((await (await upload(account.key, id, JPEG)).json()).error.code).toBe('quota_exceeded');
  });
});
