import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInChromium } from '../support/web/browser.ts';
import { evil, fillWithAttacks, MARK } from '../support/hostile/evil-texts.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo, moveTo, pagePaths, settle } from '../support/service/settings.ts';
import { fillShop } from '../support/records/shop.ts';

const service = useService();
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

describeInChromium((open) => {
  it('shows HTML and formulas in any text as text', async () => {
    const account = await createSignedIn(service);
    const attacks = await fillWithAttacks(account);
    expect(Object.keys(attacks).toSorted()).toEqual(pagePaths().toSorted());
    await using visit = await open(`${service.url}/settings`, { cookies: account.cookies });
    for (const [path, words] of Object.values(attacks)) {
      await moveTo(visit.page, path);
      const missing = async () => {
        const text = await textOf(visit.page);
        return words.map(evil).filter((words) => !text.includes(words));
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
