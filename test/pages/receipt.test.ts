import { describe, expect, it } from 'vitest';
import { createDelivery, inDays } from '../support/records/records.ts';
import { revise } from '../support/records/versions.ts';
import {
  ACCEPT,
  alertsIn,
  createLinked,
  createLots,
  LINK,
  linkOf,
  READ,
  REVOKE,
  submit,
} from '../support/records/receipts.ts';
import { createAccount } from '../support/service/account.ts';
import { ask, refusalOf } from '../support/graphql/ask.ts';
import { useService } from '../support/service/service.ts';

const service = useService({ own: 'uses up the minute of its address' });
const NAMES = 'query ($id: ID!) { delivery(id: $id) { products { name } } }';

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
      expect(html).toContain('role="alert">Rye &lt;b&gt;Bread: enter how many arrived, from 0 to 1,000,000<');
      expect(html).toContain('data-code="validation_error" data-problem="');
      expect(html).toContain(`data-field="received-${bread}"`);
      expect(html).toContain(`value="${typed}" required aria-invalid="true" autofocus`);
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

  it('says of each field in the words of the page what would work, marks it, and shows again what was typed', async () => {
    const account = await createAccount(service);
    const { id } = await createLots(account, [{ lot: 'A&1', quantity: 4 }]);
    const url = await linkOf(account, id);
    const first = await (await fetch(url)).text();
    const names = [...first.matchAll(/ name="([^"]+)"/g)].map(([, name]) => name!);
    const [ofLot, rest] = names.flatMap((name) => (name.startsWith('received-') ? [name.slice(9)] : []));
    const arrived = 'enter how many arrived, from 0 to 1,000,000';
    const warm = 'enter the temperature in °C, from -60 to 60 with at most one decimal, such as 4.5';
    const why = 'select why less arrived, or enter another reason of at most 100 characters';
    const changed = 'reload the page, because what this delivery has was changed';
    const { name: product } = (await ask(account, NAMES, { id: String(id) })).delivery.products[0];
    const lot = `${product}, lot A&amp;1`;
    const long = 'x'.repeat(101);
    const other = { [`received-${ofLot}`]: '1', [`reason-${ofLot}`]: 'other' };
    const otherRest = { [`received-${rest}`]: '1', [`reason-${rest}`]: 'other' };
    /**
     * A bad value of each field, what is sent with it, and what is said; the field to correct, if it is
     * another one.
     */
    const bad: Record<string, [string, object, string, string?]> = {
      [`received-${ofLot}`]: ['8.5', {}, `${lot}: ${arrived}`],
      [`received-${rest}`]: [
        '11',
        {},
        `${product}: 11 is more than was delivered, 6. Check the number, or confirm it`,
      ],
      [`confirmed-${ofLot}`]: ['many', {}, `${lot}: ${arrived}`, `received-${ofLot}`],
      [`confirmed-${rest}`]: ['-1', {}, `${product}: ${arrived}`, `received-${rest}`],
      [`lot-${ofLot}`]: ['B', {}, `${product}, lot B: ${changed}`, ''],
      [`reason-${ofLot}`]: [long, { [`received-${ofLot}`]: '1' }, `${lot}: ${why}`],
      [`reason-${rest}`]: [long, { [`received-${rest}`]: '1' }, `${product}: ${why}`],
      [`other-${ofLot}`]: [long, other, `${lot}: ${why}`],
      [`other-${rest}`]: [long, otherRest, `${product}: ${why}`],
      'temperature-ambient': ['99', {}, `Ambient: ${warm}`],
      'temperature-chilled': ['1.23', {}, `Chilled: ${warm}`],
      'temperature-frozen': ['cold', {}, `Frozen: ${warm}`],
      receivedBy: [' ', {}, 'Received by: enter your name, at most 200 characters'],
      signature: ['[[', {}, 'Signature: clear it and sign again'],
      photos: ['none', {}, 'Photos: remove them and add at most 6 again'],
      at: ['soon', {}, 'Time: check the date and the time of this device, and confirm again', ''],
    };
    // What the device says of its clock is never refused.
    expect(Object.keys(bad).toSorted()).toEqual(
      [
        ...new Set([
          ...names.filter(
            (name) => name !== 'sentAt' && name !== 'skewMs' && name !== 'viewport' && name !== 'robots',
          ),
          'photos',
        ]),
      ].toSorted(),
    );
    for (const [name, [value, others, text, marked = name]] of Object.entries(bad)) {
      const lots = { [`received-${ofLot}`]: '4', [`lot-${ofLot}`]: 'A&1', [`received-${rest}`]: '6' };
      const answer = await submit(url, { ...lots, ...(others as Record<string, string>), [name]: value });
      const html = await answer.text();
      expect([name, answer.status, alertsIn(html)]).toEqual([name, 400, [text]]);
      const mark = `(name|id)="${marked}"[^>]* aria-invalid="true"[^>]* aria-describedby="why-${marked}"`;
      expect([name, new RegExp(mark).test(html)]).toEqual([name, marked !== '']);
      const isShown = !['photos', 'at', 'confirmed-', 'lot-', 'reason-'].some((each) =>
        name.startsWith(each),
      );
      const kept = new RegExp(`name="${name}"[^>]* value="${value.replace('[[', '\\[\\[')}"`);
      expect([name, !isShown || kept.test(html)]).toEqual([name, true]);
      expect(html).not.toMatch(/lines\[|temperatures\[|celsius|productId/);
    }
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
    expect(await answer.text()).toContain('Products: this page takes at most 500 of them');
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
