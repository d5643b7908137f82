import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInChromium } from '../support/web/browser.ts';
import { useService } from '../support/service/service.ts';
import {
  createSignedIn,
  goTo,
  moveTo,
  pagePaths,
  settle,
  type SignedIn,
} from '../support/service/settings.ts';
import { fillShop } from './shop.ts';

const service = useService();

const MARK = '<img src=/settings/icon.svg onload="window.attacked=1" class=attack>';
const SCRIPT = '<script class=attack>window.attacked=1</script>';
const FORMULA = '=HYPERLINK("https://evil.example","open")';

/** Returns a text with all kinds of attacks, which ends in a searchable word. */
const evil = (word: string) => `${MARK}${SCRIPT}${FORMULA} ${word}`;

/** The words on each page. */
const WORDS: Record<string, string> = {
  '/requests': 'key agent',
  '/requests/:id': 'key agent',
  '/imports': 'key',
  '/imports/:id': 'column key',
  '/': 'product',
  '/analytics': 'product market',
  '/performance': '',
  '/calendar': 'product market branch',
  '/crates': 'crate',
  '/closed-days': 'branch market closed',
  '/standing-orders': 'market branch',
  '/standing-orders/new': 'market',
  '/standing-orders/:id': 'market branch product standing',
  '/standing-orders/:id/change': 'product',
  '/standing-orders/:id/dates/:date': 'market branch product',
  '/deliveries': 'market',
  '/deliveries/new': 'market',
  '/deliveries/:id': 'market branch address notes product receiver question answer',
  '/deliveries/:id/note': 'market branch address notes product company',
  '/deliveries/notes': 'market branch address notes product company',
  '/deliveries/pick-list': 'product',
  '/stops': 'market branch address',
  '/stops/:id': 'market branch address notes product',
  '/trace': 'product market branch address',
  '/withdrawals': 'product',
  '/withdrawals/new': 'product branch',
  '/withdrawals/:id': 'product branch why what',
  '/deliveries/:id/change': 'branch product',
  '/receipts': 'market branch product receiver question answer',
  '/returns': 'product',
  '/returns/:id': 'product description',
  '/products': 'product category',
  '/products/:id': 'product category',
  '/supermarkets': 'market',
  '/supermarkets/new': '',
  '/supermarkets/:id': 'market branch address',
  '/supermarkets/:id/prices': 'market product',
  '/tours': 'tour vehicle market branch',
  '/tours/:id': 'tour vehicle market branch',
  '/tours/sheets': 'tour vehicle market branch address notes',
  '/tour-templates': 'template',
  '/account': 'company',
  '/audit-log': 'key',
  '/keys': 'key',
  '/people': 'person',
  '/webhooks': 'webhook',
  '/webhooks/:id': 'webhook',
  '/webhooks/:id/messages/:message': '',
  '/usage': '',
};

/** Returns which attacks had an effect on a page. */
function aliveOn(page: Page): Promise<{ elements: number; ran: unknown }> {
  return page.evaluate(() => ({
    elements: document.querySelectorAll('.attack').length,
    ran: (globalThis as { attacked?: unknown }).attacked,
  }));
}

/** Collects the bodies of all responses to the page. */
function collectAnswers(page: Page): () => Promise<string> {
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    const isStream = response.headers()['content-type']?.startsWith('text/event-stream');
    if (response.url().includes('/graphql') && !isStream) answers.push(response.text().catch(() => ''));
  });
  return async () => (await Promise.all(answers.splice(0))).join('\n');
}

/** Returns everything in a page: its elements, the values of fields, and its storage. */
function heldBy(page: Page): Promise<string> {
  return page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...Array.from(
        document.querySelectorAll('input, textarea'),
        (field) => (field as HTMLInputElement).value,
      ),
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
      document.cookie,
      location.href,
      JSON.stringify(history.state),
    ].join('\n'),
  );
}

/** Returns the text of a page, including its fields and options. */
async function textOf(page: Page): Promise<string> {
  const text = await page.evaluate(() =>
    [
      document.body.innerText,
      ...Array.from(document.querySelectorAll('input, option'), (field) =>
        'value' in field && field.tagName === 'INPUT' ? String(field.value) : field.textContent,
      ),
    ].join('\n'),
  );
  return text.replaceAll(/\s+/g, ' ');
}

/** Makes every text of an account an attack. Returns the addresses of pages. */
async function fillWithAttacks(account: SignedIn): Promise<Record<string, string>> {
  const { pool } = account.database;
  // At first, because the audit log names the key that created a webhook.
  await pool.query('UPDATE api_keys SET name = $2 WHERE account_id = $1', [account.id, evil('key')]);
  await pool.query('UPDATE people SET name = $2 WHERE account_id = $1', [account.id, evil('person')]);
  await pool.query('UPDATE accounts SET name = $2 WHERE id = $1', [account.id, evil('company')]);
  const addresses = await fillShop(account, evil);
  const delivery = addresses['/deliveries/:id']!.slice('/deliveries/'.length);
  const texts = [evil('receiver'), evil('question'), evil('answer'), evil('closed')];
  const { rows } = await pool.query<{ branch: string }>(
    `WITH receipt AS (
       INSERT INTO receipts (account_id, delivery_id, received_at, received_by, recorded_by)
       VALUES ($1, $2, now(), $3, 'link')
     ), dispute AS (
       INSERT INTO receipt_disputes (account_id, delivery_id, product_id, received, reason, question, asked_at, answer, answered_at)
       SELECT $1, $2, product_id, 8, 'missing', $4, now(), $5, now()
       FROM delivery_items WHERE account_id = $1 AND delivery_id = $2
     )
     INSERT INTO closed_days (account_id, branch_id, date, reason, source)
     SELECT $1, branch_id, current_date + 20, $6, 'typed' FROM deliveries WHERE account_id = $1 AND id = $2
     RETURNING branch_id AS branch`,
    [account.id, delivery, ...texts],
  );
  const closedDays = `/closed-days?branchId=${rows[0]!.branch}`;
  return { ...addresses, '/analytics': '/analytics?day=created', '/closed-days': closedDays };
}

describeInChromium((open) => {
  it('shows HTML and formulas in any text as text', async () => {
    const account = await createSignedIn(service);
    expect(Object.keys(WORDS).toSorted()).toEqual(pagePaths().toSorted());
    const addresses = await fillWithAttacks(account);
    await using visit = await open(`${service.url}/settings`, { cookies: account.cookies });
    for (const [path, words] of Object.entries(WORDS)) {
      await moveTo(visit.page, addresses[path] ?? path);
      // Forms list the account's records once their first field is used.
      if (path.endsWith('/new') && words) await visit.page.getByRole('combobox').first().click();
      const missing = async () => {
        const text = await textOf(visit.page);
        return words.split(' ').filter((word) => word && !text.includes(evil(word)));
      };
      await expect.poll(missing, { message: path, timeout: 20_000 }).toEqual([]);
      expect({ path, ...(await aliveOn(visit.page)) }).toEqual({ path, elements: 0, ran: undefined });
    }
    expect(visit.problems).toEqual([]);
  }, 120_000);

  it('shows typed HTML as text, in fields and in error messages', async () => {
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings`, { cookies: account.cookies });
    const { page } = visit;
    await goTo(page, service.url, `/products?search=${encodeURIComponent(MARK)}`);
    expect(await aliveOn(page)).toEqual({ elements: 0, ran: undefined });
    await goTo(page, service.url, '/account');
    await page.getByLabel('Company').fill(evil('typed'));
    await page.getByRole('region', { name: 'Profile' }).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Profile saved').waitFor();
    await page.reload();
    await settle(page);
    expect(await page.getByLabel('Company').inputValue()).toBe(evil('typed'));
    expect(await page.getByRole('banner').innerText()).toContain(MARK);
    expect(await aliveOn(page)).toEqual({ elements: 0, ran: undefined });
    expect(visit.problems).toEqual([]);
  });

  it('finds nothing at the addresses of another account', async () => {
    const other = await createSignedIn(service);
    const addresses = await fillShop(other);
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings`, { cookies: account.cookies });
    const answers = collectAnswers(visit.page);
    const paths = pagePaths().filter((path) => path.includes(':'));
    expect(Object.keys(addresses)).toEqual(expect.arrayContaining(paths));
    for (const path of paths) {
      await moveTo(visit.page, addresses[path]!);
      await visit.page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
      expect(await answers()).not.toContain('Donaudampf');
      expect(await heldBy(visit.page)).not.toContain('Donaudampf');
    }
    expect(visit.problems).toEqual([]);
  });

  it('shows the value of a key once, and stores it nowhere', async () => {
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings`, { cookies: account.cookies });
    const { page } = visit;
    const answers = collectAnswers(page);
    await goTo(page, service.url, '/keys');
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Till');
    await page.getByRole('dialog').getByRole('button', { name: 'All', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'Done' }).waitFor();
    const [value] = /prv_\w{20,}/.exec(await page.getByRole('dialog').innerText())!;
    expect(await answers()).toContain(value);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectForgotten(page, value, ['/keys', '/usage', '/']);
    expect(await answers()).not.toContain(value);
    expect(visit.problems).toEqual([]);
  });

  it('shows the secret of a webhook once, and stores it nowhere', async () => {
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings`, { cookies: account.cookies });
    const { page } = visit;
    const answers = collectAnswers(page);
    await goTo(page, service.url, '/webhooks');
    await page.getByRole('button', { name: 'Add webhook' }).first().click();
    await page.getByRole('dialog').getByLabel('URL').fill('http://127.0.0.1:9/');
    await page.getByRole('dialog').getByRole('checkbox').first().check();
    await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click();
    await page.getByRole('button', { name: 'Done' }).waitFor();
    const [secret] = /whsec_[\w+/=]{20,}/.exec(await page.getByRole('dialog').innerText())!;
    expect(await answers()).toContain(secret);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectForgotten(page, secret, [
      new URL(page.url()).pathname.slice('/settings'.length),
      '/webhooks',
    ]);
    expect(await answers()).not.toContain(secret);
    expect(visit.problems).toEqual([]);
  });
});

/** Expects no secret in the page, now and at these paths, nor in the browser's storage. */
async function expectForgotten(page: Page, secret: string, paths: string[]): Promise<void> {
  // The previous content disappears once the next page is shown.
  await expect.poll(() => heldBy(page)).not.toContain(secret);
  for (const path of paths) {
    await goTo(page, service.url, path);
    expect(await heldBy(page)).not.toContain(secret);
  }
}
