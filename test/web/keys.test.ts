import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInChromium, type Open } from '../support/web/browser.ts';
import { request } from '../support/http/http.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, type SignedIn } from '../support/service/settings.ts';
import { PATIENCE } from '../support/webhook/webhook.ts';
import { DAY_MS } from '../../src/durations.ts';

const service = useService();

/** Returns the status of a request with a key. */
async function statusWith(key: string, path = '/products'): Promise<number> {
  return (await request(service.url, 'GET', path, { key })).status;
}

function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ hasText: name });
}

/** Reads the value that is shown once, and closes its dialog. */
async function takeValue(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog');
  const value = await dialog.getByRole('region', { name: 'API key' }).innerText();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  return value.trim();
}

async function create(
  page: Page,
  name: string,
  fill: (dialog: ReturnType<Page['locator']>) => Promise<void>,
) {
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await fill(dialog);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  return takeValue(page);
}

async function revoke(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await rowOf(page, name).waitFor({ state: 'detached' });
}

async function rotate(page: Page, name: string, grace: string): Promise<string> {
  await page.getByRole('button', { name: `Rotate ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Expire the current value/).selectOption({ label: grace });
  await dialog.getByRole('button', { name: 'Rotate key' }).click();
  return takeValue(page);
}

/** Returns the stored key with this name. */
function stored(account: SignedIn, name: string) {
  return service.database.prisma.apiKey.findFirstOrThrow({ where: { accountId: account.id, name } });
}

describeInChromium((open: Open) => {
  const visit = async (account: SignedIn, options = {}) =>
    open(`${service.url}/settings/keys`, { cookies: account.cookies, ...options });

  it('creates a key that works, rotates it and revokes it', async () => {
    const account = await createSignedIn(service);
    await using at = await visit(account);
    const { page } = at;
    await revoke(page, 'test');
    await expect.poll(() => page.getByText('No API keys yet').isVisible(), PATIENCE).toBe(true);
    expect(await statusWith(account.key)).toBe(401);

    const first = await create(page, 'Importer', (dialog) =>
      dialog.getByRole('button', { name: 'All' }).click(),
    );
    expect(first).toMatch(/^prv_\w+$/);
    expect(await statusWith(first)).toBe(200);
    await expect
      .poll(() => rowOf(page, 'Importer').innerText(), PATIENCE)
      .toContain(`prv_…${first.slice(-4)}`);

    const second = await rotate(page, 'Importer', 'Immediately');
    expect(await statusWith(first)).toBe(401);
    expect(await statusWith(second)).toBe(200);
    await expect
      .poll(() => rowOf(page, 'Importer').innerText(), PATIENCE)
      .toContain(`prv_…${second.slice(-4)}`);

    await revoke(page, 'Importer');
    expect(await statusWith(second)).toBe(401);
    expect(at.problems).toEqual([]);
  });

  it('shows how to connect an assistant, and lets it change records', async () => {
    const account = await createSignedIn(service);
    await using at = await visit(account);
    const card = at.page.getByRole('region', { name: 'Connect an assistant' });
    const setup = card.getByRole('region', { name: 'setup of the assistant' });
    expect(await setup.innerText()).toContain(`provender ${service.url}/mcp --header`);
    await card.getByText('Cursor', { exact: true }).click();
    expect(JSON.parse(await setup.innerText()).mcpServers.provender.url).toBe(`${service.url}/mcp`);
    const owner = () => service.database.prisma.account.findUniqueOrThrow({ where: { id: account.id } });
    expect((await owner()).assistantsMayWrite).toBe(false);
    await card.getByText('Also change records').click();
    await expect.poll(() => card.getByLabel('Also change records').isChecked(), PATIENCE).toBe(true);
    expect((await owner()).assistantsMayWrite).toBe(true);
    expect(at.problems).toEqual([]);
  });

  it('shows a value once, until the user confirms that it is stored', async () => {
    const account = await createSignedIn(service);
    await using at = await visit(account, { permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = at;
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Shown once');
    await dialog.getByLabel('Products: read').check();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByRole('button', { name: 'Copy API key' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await dialog.getByRole('region', { name: 'API key' }).isVisible()).toBe(true);
    const line = await dialog.getByRole('region', { name: 'example request' }).innerText();
    const value = await takeValue(page);

    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value);
    expect(line.trim()).toBe(`curl -H 'Authorization: Bearer ${value}' ${service.url}/api/v1/products`);
    const kept = await page.evaluate(
      () => document.documentElement.outerHTML + JSON.stringify({ ...localStorage }),
    );
    expect(kept).not.toContain(value);
    await page.reload();
    await rowOf(page, 'Shown once').waitFor();
    expect(await page.content()).not.toContain(value);
    expect(at.problems).toEqual([]);
  });

  it('keeps the previous value valid for the selected time, and shows until when', async () => {
    const account = await createSignedIn(service);
    await using at = await visit(account);
    const fresh = await rotate(at.page, 'test', 'In 24 hours');
    expect([await statusWith(account.key), await statusWith(fresh)]).toEqual([200, 200]);
    await expect
      .poll(() => rowOf(at.page, 'test').innerText(), PATIENCE)
      .toContain('Old value expires in 24 hours');
    const { previousSecretExpiresAt } = await stored(account, 'test');
    const left = previousSecretExpiresAt!.getTime() - Date.now();
    expect(left).toBeGreaterThan(DAY_MS - 60_000);
    expect(left).toBeLessThanOrEqual(DAY_MS);
    expect(at.problems).toEqual([]);
  });

  it('grants the selected scopes', async () => {
    const account = await createSignedIn(service);
    await using at = await visit(account);
    const value = await create(at.page, 'Some', async (dialog) => {
      await dialog.getByLabel('Deliveries: read').check();
      await dialog.getByLabel('Returns: write').check();
    });
    expect((await stored(account, 'Some')).scopes).toEqual(['deliveries:read', 'returns:write']);
    expect([await statusWith(value, '/deliveries'), await statusWith(value)]).toEqual([200, 403]);

    await create(at.page, 'Reads', async (dialog) => {
      await dialog.getByRole('button', { name: 'All' }).click();
      await dialog.getByRole('button', { name: 'Read only' }).click();
      await dialog.getByLabel('Webhooks: read').uncheck();
    });
    expect((await stored(account, 'Reads')).scopes).toEqual([
      'deliveries:read',
      'returns:read',
      'products:read',
      'supermarkets:read',
    ]);
    expect(at.problems).toEqual([]);
  });

  it('expires keys after their last day, and marks those that expire soon or have expired', async () => {
    const account = await createSignedIn(service);
    // Long enough to be accepted on a slow machine, and over before the page is open.
    await account.issue(['products:read'], new Date(Date.now() + 500));
    const soon = new Date(Date.now() + 10 * DAY_MS).toISOString().slice(0, 10);
    const later = new Date(Date.now() + 40 * DAY_MS).toISOString().slice(0, 10);
    await using at = await visit(account, { timezoneId: 'America/New_York' });
    for (const [name, day] of [
      ['Soon', soon],
      ['Later', later],
    ] as const) {
      await create(at.page, name, async (dialog) => {
        await dialog.getByLabel('Products: read').check();
        await dialog.getByLabel('Expiry date').fill(day);
      });
    }
    const end = (await stored(account, 'Soon')).expiresAt!;
    expect(end.toLocaleString('sv-SE', { timeZone: 'America/New_York' })).toBe(`${soon} 23:59:59`);
    await expect.poll(() => rowOf(at.page, 'Soon').innerText(), PATIENCE).toContain('Expires soon');
    expect(await rowOf(at.page, 'Later').innerText()).not.toContain('Expires soon');
    expect(await at.page.getByText('Expired', { exact: true }).count()).toBe(1);
    expect(at.problems).toEqual([]);
  });
});
