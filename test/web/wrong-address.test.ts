import { expect, it } from 'vitest';
import { violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { useService } from '../support/service/service.ts';

const PUBLIC_URL = 'https://provender.example';

const service = useService({ publicUrl: PUBLIC_URL });

describeInChromium((open) => {
  it('explains what to set when the page is opened at another address than PUBLIC_URL', async () => {
    // Browsers resolve names below localhost to this machine; the service does not treat them specially.
    const elsewhere = service.url.replace('127.0.0.1', 'shop.localhost');
    await using visit = await open(`${elsewhere}/settings`);
    const { page } = visit;
    await page.getByRole('heading', { level: 1, name: 'Open this page at its own address' }).waitFor();
    await page.getByRole('status').filter({ hasText: PUBLIC_URL }).waitFor();
    const text = await page.getByRole('main').innerText();
    expect(text).toContain(`set PUBLIC_URL=${elsewhere} and restart`);
    expect(text).not.toMatch(/API key/i);
    expect(await page.getByRole('link', { name: `${PUBLIC_URL}/settings` }).getAttribute('href')).toBe(
      `${PUBLIC_URL}/settings`,
    );
    expect(await violationsOf(page)).toEqual([]);
    expect(visit.problems.filter((problem) => !problem.includes('401'))).toEqual([]);
  });

  it('has a heading and tries again when the first request fails', async () => {
    await using visit = await open(`${service.url}/settings/icon.svg`);
    const { page } = visit;
    let isDown = true;
    await page.route('**/graphql', (route) =>
      isDown ? route.fulfill({ status: 500, body: 'down' }) : route.continue(),
    );
    await page.goto(`${service.url}/settings`);
    await page
      .getByRole('main')
      .getByRole('heading', { level: 1, name: 'Provender cannot be loaded' })
      .waitFor();
    expect(await violationsOf(page)).toEqual([]);
    isDown = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  });

  it('asks to sign in at an address of this machine', async () => {
    await using visit = await open(`${service.url}/settings`);
    await visit.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(visit.problems).toEqual([]);
  });
});
