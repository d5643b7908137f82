import { describe, expect, it } from 'vitest';
import { createDelivery, inDays } from '../support/records/records.ts';
import { revise } from '../support/records/versions.ts';
import { ACCEPT, createLinked, LINK, linkOf, READ, REVOKE, submit } from '../support/records/receipts.ts';
import { createAccount } from '../support/service/account.ts';
import { ask, refusalOf } from '../support/graphql/ask.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

describe('createReceiptLink', () => {
  it('returns an address that is valid until a week after the delivery date, and stores only its hash', async () => {
    const account = await createAccount(service);
    const { id, delivery_date } = await createDelivery(account);
    const body = { query: LINK, variables: { id: String(id) } };
    const { url, expiresAt } = (await account.call('POST', '//graphql', { body })).json.data
      .createReceiptLink;
    expect(url).toMatch(new RegExp(`^${service.url}/r/[0-9A-Za-z]{22}$`));
    expect(Date.parse(expiresAt) - Date.parse(delivery_date)).toBe(7 * 86_400_000);
    const { rows } = await service.database.pool.query(
      'SELECT 1 FROM receipt_links WHERE account_id = $1 AND token_hash = sha256($2)',
      [account.id, url.slice(-22)],
    );
    expect(rows).toHaveLength(1);
  });

  it('refuses deliveries of others, cancelled ones and old ones', async () => {
    const account = await createAccount(service);
    const { id } = await createDelivery(account);
    const stranger = await createAccount(service);
    for (const query of [LINK, REVOKE, ACCEPT]) {
      expect(await refusalOf(stranger, query, { id })).toMatchObject({ code: 'not_found', field: null });
    }
    const set = (change: string) =>
      service.database.pool.query(`UPDATE deliveries SET ${change} WHERE id = $1`, [id]);
    for (const change of [
      `delivery_date = now() - interval '8 days'`,
      `delivery_date = now() + interval '1 day', status = 'cancelled', cancelled_at = now()`,
    ]) {
      await set(change);
      expect(await refusalOf(account, LINK, { id })).toMatchObject({
        code: 'validation_error',
        field: 'deliveryId',
      });
    }
  });
});

it('a delivery has at most 20 links, and the oldest end', async () => {
  const account = await createAccount(service);
  const { id } = await createDelivery(account);
  const urls: string[] = [];
  for (let made = 0; made < 22; made += 1) {
    urls.push((await ask(account, LINK, { id: String(id) })).createReceiptLink.url);
  }
  const statuses = await Promise.all(urls.map(async (url) => (await fetch(service.url + url)).status));
  expect(statuses).toEqual([404, 404, ...Array(20).fill(200)]);
});

describe('the form of a link', () => {
  it('takes whole numbers alone, with a comma in temperatures', async () => {
    const account = await createAccount(service);
    const { id, bread, url } = await createLinked(account);
    expect(await (await fetch(url)).text()).not.toContain('type="number"');
    for (const typed of ['8,5', '8.5', '1.000', '1e1', '0x5', '−1', 'ten']) {
      const answer = await submit(url, { [`received-${bread}`]: typed });
      expect([typed, answer.status]).toEqual([typed, 400]);
      const html = await answer.text();
      expect(html).toMatch(/role="alert">lines\[0\]\.received must be an integer/);
      expect(html).toContain('data-code="validation_error" data-problem="');
      expect(html).toContain('data-field="lines[0].received"');
    }
    expect((await ask(account, READ, { id })).delivery.receipt).toBeNull();
    const cold = { 'temperature-frozen': '−18,5', 'temperature-chilled': '4.5' };
    expect((await submit(url, { [`received-${bread}`]: ' 8 ', ...cold })).status).toBe(303);
    expect((await ask(account, READ, { id })).delivery.receipt).toMatchObject({
      disputes: [{ received: 8 }],
      temperatures: [
        { zone: 'CHILLED', celsius: 4.5 },
        { zone: 'FROZEN', celsius: -18.5 },
      ],
    });
  });

  it('leaves an entry in the audit log: the branch, the name that was typed, and what is disputed', async () => {
    const account = await createAccount(service);
    const { id, bread, url } = await createLinked(account);
    const sent = { receivedBy: 'Bea', [`received-${bread}`]: '8', [`reason-${bread}`]: 'damaged' };
    for (let time = 0; time < 2; time++) expect((await submit(url, sent)).status).toBe(303);
    const { rows } = await service.database.pool.query(
      `SELECT action, actor, address, details FROM audit_entries
       WHERE account_id = $1 AND action <> 'receipt_link.created'`,
      [account.id],
    );
    expect(rows).toEqual([
      {
        action: 'receipt.sent',
        actor: 'link',
        address: '127.0.0.1',
        details: {
          delivery: id,
          branch: expect.stringMatching(/^\d+$/),
          branchName: expect.stringMatching(/\S/),
          receivedBy: 'Bea',
          disputes: ['Rye <b>Bread: 8 of 10 (damaged)'],
        },
      },
    ]);
  });
});

describe('GET /r/TOKEN', () => {
  it('shows the note without prices, in a strict page, and changes nothing', async () => {
    const account = await createAccount(service);
    const { id, url } = await createLinked(account);
    const response = await fetch(url);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none';script-src 'self';/);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(html).toContain('Rye &lt;b&gt;Bread');
    expect(html).not.toContain('2.49');
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
    expect((await ask(account, READ, { id })).delivery).toEqual({ status: 'IN_TRANSIT', receipt: null });
    for (const path of ['receipt.css', 'receipt.js', 'worker.js']) {
      expect([path, (await fetch(`${service.url}/r/${path}`)).status]).toEqual([path, 200]);
    }
    expect(service.logged()).not.toContain(url.slice(-22));
  });

  it('names the delivery by our number and the reference, as the note does', async () => {
    const account = await createAccount(service);
    const { id } = await createDelivery(account, { reference: 'DN-<7>' });
    expect(await (await fetch(await linkOf(account, id))).text()).toContain(`<dd>#${id} · DN-&lt;7&gt;</dd>`);
  });

  it('leads from a note that was printed before a change to the newest version, and says so', async () => {
    const account = await createAccount(service);
    const first = await createDelivery(account);
    const url = await linkOf(account, first.id);
    const again = await linkOf(account, first.id);
    const page = async (address = url) => (await fetch(address)).text();
    expect(await page()).not.toContain('was changed');
    const second = await revise(account, first.id, { deliveryDate: inDays(30) });
    const newest = await revise(account, second.id, {
      products: [{ productId: String(first.products[0].product_id), quantity: 7 }],
    });
    const html = await page();
    expect(html).toContain(
      `was changed after your note was printed. This is the newest version, #${newest.id}`,
    );
    expect(html).not.toContain('cancelled');
    expect(html).toContain('<span>7</span>');
    expect(await page(await linkOf(account, Number(newest.id)))).not.toContain('was changed');
    const { rows } = await service.database.pool.query<{ ends: string }>(
      `SELECT DISTINCT expires_at::date::text AS ends FROM receipt_links WHERE account_id = $1`,
      [account.id],
    );
    expect(rows).toEqual([{ ends: inDays(37) }]);
    // A link that was created for the old version while it was replaced.
    await service.database.pool.query(
      'UPDATE receipt_links SET delivery_id = $2 WHERE account_id = $1 AND token_hash = sha256($3)',
      [account.id, first.id, again.slice(-22)],
    );
    expect(await page(again)).toContain(`#${newest.id}`);
    const move = `mutation { moveDelivery(id: ${newest.id}, status: IN_TRANSIT) { id } }`;
    await ask(account, move);
    expect((await submit(url, {})).status).toBe(303);
    expect((await ask(account, READ, { id: newest.id })).delivery.receipt).toMatchObject({ by: 'LINK' });
    expect(await page()).toContain('Confirmed by Bea');
    await ask(account, REVOKE, { id: newest.id });
    expect((await fetch(url)).status).toBe(404);
  });

  it('has the same 404 for unknown, expired and revoked tokens', async () => {
    const account = await createAccount(service);
    const [expired, revoked] = [await createLinked(account), await createLinked(account)];
    await service.database.pool.query(
      'UPDATE receipt_links SET expires_at = now() WHERE account_id = $1 AND delivery_id = $2',
      [account.id, expired.id],
    );
    expect(await ask(account, REVOKE, { id: revoked.id })).toEqual({ revokeReceiptLink: revoked.id });
    const unknown = `${service.url}/r/${'0'.repeat(22)}`;
    const answers = [];
    for (const url of [expired.url, revoked.url, unknown, `${unknown}x`]) {
      for (const response of [await fetch(url), await submit(url, {})]) {
        answers.push([response.status, response.headers.get('Content-Type'), await response.text()]);
      }
    }
    expect(answers[0]![0]).toBe(404);
    expect(new Set(answers.map((answer) => answer.join())).size).toBe(1);
    expect((await ask(account, READ, { id: revoked.id })).delivery.receipt).toBeNull();
  });

  it('refuses a form with more lines than a receipt can have, before reading them', async () => {
    const account = await createAccount(service);
    const { url } = await createLinked(account);
    const lines = Array.from({ length: 12_000 }, (_, at) => [`received-${at}`, '1']);
    const answer = await submit(url, Object.fromEntries(lines) as Record<string, string>);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('lines must contain at most 500 lines');
  });

  it('is limited for each token', async () => {
    const account = await createAccount(service);
    const { url } = await createLinked(account);
    const statuses = [];
    for (let at = 0; at < 61; at++) statuses.push((await fetch(url, { method: 'HEAD' })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
  });

  it('is limited for each address, whatever the tokens', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 600 && statuses.at(-1) !== 429; at++) {
      statuses.push(
        (await fetch(`${service.url}/r/${String(at).padStart(22, '0')}`, { method: 'HEAD' })).status,
      );
    }
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.length).toBeLessThanOrEqual(301);
  });
});
