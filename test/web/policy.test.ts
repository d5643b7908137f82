import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { ROOT } from '../support/process/process.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo, settle } from '../support/service/settings.ts';

const FIRST_LOAD_BYTES = 160 * 1024;
/** With what all pages share: controls, and the texts of all requests. */
const FIRST_PAGE_BYTES = 168 * 1024;
const FIRST_LOAD_FILES = 8;
/** The maximum files that a first visit to a list loads: over HTTP/1.1 a browser fetches six at a time. */
const LIST_FILES = 24;
const FONT_BYTES = 50_000;
const PAGE = readFileSync(join(ROOT, 'web/dist/index.html'), 'utf8');
/** The one inline style, of what is shown before any file has loaded. */
const [, STYLE = ''] = /<style>(.*?)<\/style>/s.exec(PAGE) ?? [];
const POLICY =
  `default-src 'none';script-src 'self';style-src 'self' 'sha256-${createHash('sha256').update(STYLE).digest('base64')}';` +
  "img-src 'self' data:;connect-src 'self';" +
  "font-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none'";

const service = useService();

describe('the policy of the page', () => {
  it.each(['/settings', '/settings/deliveries/1', '/settings/nowhere'])('%s has the policy', async (path) => {
    const { headers, status } = await fetch(`${service.url}${path}`);
    expect(status).toBe(200);
    expect(headers.get('Content-Security-Policy')).toBe(POLICY);
    expect(headers.get('Cache-Control')).toBe('no-cache');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  it('has no inline script, and one inline style', () => {
    const scripts = PAGE.match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toMatch(/ src="\/settings\/assets\//);
    expect(STYLE).not.toBe('');
    expect(PAGE.replace(STYLE, '').match(/<style\b[^>]*>/g)).toEqual(['<style>']);
    expect(PAGE).not.toMatch(/ style=| on\w+=|javascript:/);
  });
});

/** Holds back the files that match, until the returned function is called. */
async function hold(page: Page, files: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(files, (route) => promise.then(() => route.continue()));
  return resolve;
}

describeInChromium((open) => {
  it('shows its frame before scripts and style sheets arrive, and nothing unstyled after it', async () => {
    await using visit = await open(`${service.url}/readyz`);
    const { page, problems } = visit;
    const [releaseStyles, releaseScripts] = [await hold(page, '**/*.css'), await hold(page, '**/*.js')];
    await page.goto(`${service.url}/settings`, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    const frame = page.locator('header', { hasText: 'Provender' });
    const background = () => frame.evaluate((each) => getComputedStyle(each).backgroundColor);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await background()).toBe('rgb(241, 242, 239)');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await background()).toBe('rgb(21, 24, 22)');
    expect(await violationsOf(page, 'html', { except: ['page-has-heading-one'] })).toEqual([]);
    releaseScripts();
    await page.locator('link[rel=stylesheet]').first().waitFor({ state: 'attached' });
    expect(await frame.isVisible()).toBe(true);
    expect(await page.getByRole('heading').count()).toBe(0);
    releaseStyles();
    await settle(page);
    expect(await frame.isVisible()).toBe(false);
    expect(problems).toEqual([]);
  });

  it('preloads one font, and loads its other letters only where they are shown', async () => {
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings`, account);
    const { page, problems } = visit;
    await settle(page);
    const fonts = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .filter((name) => name.endsWith('.woff2')),
      );
    const [font = '', ...others] = await fonts();
    expect(others).toEqual([]);
    expect(PAGE).toContain(
      `<link rel="preload" as="font" type="font/woff2" crossorigin href="${new URL(font).pathname}">`,
    );
    expect((await (await fetch(font)).arrayBuffer()).byteLength).toBeLessThanOrEqual(FONT_BYTES);
    await service.database.pool.query(`UPDATE accounts SET name = 'Łódź' WHERE id = $1`, [account.id]);
    await page.reload();
    await settle(page);
    await expect.poll(async () => (await fonts()).length).toBe(2);
    expect(problems).toEqual([]);
  });

  it('lets no other script run', async () => {
    await using visit = await open(`${service.url}/settings`);
    await settle(visit.page);
    await visit.page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.title = "attacked"';
      document.head.append(script);
      const image = document.createElement('div');
      image.innerHTML = '<img src="/settings/nothing.png" onerror="document.title = \'attacked\'">';
      document.body.append(image);
    });
    await expect.poll(() => visit.problems.filter((text) => text.includes('script-src')).length).toBe(2);
    expect(await visit.page.title()).toBe('Sign in · Provender');
  });

  it('loads at most 160 KB before the sign-in and 168 KB on a first page, compressed, charts only on pages that have some, and few files on each', async () => {
    const { cookies } = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings`);
    await settle(visit.page);
    // Also where Chromium would accept brotli.
    const loaded = async () => {
      const names = await visit.page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .filter((name) => /\.(js|css)$/.test(name)),
      );
      const sizes = await Promise.all(
        names.map(async (name) => {
          const { length } = readFileSync(
            join(ROOT, 'web/dist', new URL(name).pathname.slice('/settings'.length)),
          );
          const { headers } = await fetch(name, { headers: { 'Accept-Encoding': 'gzip' } });
          return { length, compressed: Number(headers.get('Content-Length') ?? length) };
        }),
      );
      const sum = (key: 'length' | 'compressed') => sizes.reduce((all, each) => all + each[key], 0);
      return { names, bytes: sum('compressed'), uncompressed: sum('length') };
    };
    const first = await loaded();
    expect(first.names.length).toBeGreaterThan(1);
    expect(first.names.length).toBeLessThanOrEqual(FIRST_LOAD_FILES);
    expect(first.bytes).toBeGreaterThan(20_000);
    expect(first.bytes).toBeLessThanOrEqual(FIRST_LOAD_BYTES);

    await visit.page.context().addCookies(
      cookies.map((line) => {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        return { name: name!, value: value!, url: service.url };
      }),
    );
    await goTo(visit.page, service.url, '/account');
    const account = await loaded();
    expect(account.bytes).toBeLessThanOrEqual(FIRST_PAGE_BYTES);
    expect(account.names.filter((name) => /\/plot-/.test(name))).toEqual([]);
    await goTo(visit.page, service.url, '/deliveries');
    expect((await loaded()).names.length).toBeLessThanOrEqual(LIST_FILES);
    expect(visit.problems).toEqual([]);
  });

  it('explains at the sign-in that there is no session, or that it has ended', async () => {
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings`, { cookies: account.cookies });
    await goTo(visit.page, service.url, '/account');
    await service.database.pool.query('DELETE FROM sessions WHERE account_id = $1', [account.id]);
    // A request that was still under way can end the session on the page first, and the link is gone.
    await visit.page.evaluate(() => document.querySelector<HTMLElement>('a[href$="/products"]')?.click());
    await visit.page.getByText('Your session has ended').waitFor();
    expect(await visit.page.getByText(account.email).count()).toBe(0);
    const ofSession = /\/graphql answered 401$|the server responded with a status of 401 \(Unauthorized\)$/;
    expect(visit.problems.filter((problem) => !ofSession.test(problem))).toEqual([]);
  });
});
