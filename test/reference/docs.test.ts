import { describe, expect, it } from 'vitest';
import { textOf as sourceOf } from '../support/text/markdown.ts';
import { API_GUIDES, type Guide, GUIDES } from '../../src/reference/guides.ts';
import { openApiOf } from '../../src/reference/document.ts';
import { searchEntries } from '../../src/reference/search-index.ts';
import { fileRoutes } from '../../src/file-routes.ts';
import { routes } from '../../src/rest/routes.ts';
import { overflowOf, violationsOf } from '../support/web/accessibility.ts';
import { createAccount } from '../support/service/account.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { request } from '../support/http/http.ts';
import { useService } from '../support/service/service.ts';

/** The rules that the text of a guide can break; the rest is the same on each page. */
const TEXT = [
  'empty-heading',
  'heading-order',
  'image-alt',
  'link-name',
  'list',
  'listitem',
  'table-duplicate-name',
];

const service = useService();
const guides = Object.keys(GUIDES) as Guide[];

describe('/docs', () => {
  it.each(['/docs', ...guides.map((guide) => `/docs/${guide}`)])('serves %s without a key', async (path) => {
    const { status, headers, text } = await request(service.url, 'GET', `/${path}`);
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(text).toMatch(/^<!doctype html>/);
    const again = { headers: { 'If-None-Match': headers.get('ETag')! } };
    expect((await request(service.url, 'GET', `/${path}`, again)).status).toBe(304);
  });

  it('lets no page run or load anything from elsewhere', async () => {
    const { headers } = await request(service.url, 'GET', '//docs');
    const policy = headers.get('Content-Security-Policy')!;
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('https:');
    expect(policy).not.toContain('unsafe-eval');
  });

  it('has guides whose links lead to existing pages and headings', async () => {
    const pages = new Map<string, string>();
    for (const path of ['/docs', ...guides.map((guide) => `/docs/${guide}`)]) {
      pages.set(path, (await request(service.url, 'GET', `/${path}`)).text);
    }
    const links = [...pages].flatMap(([from, text]) =>
      [...text.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => ({ from, href: href! })),
    );
    const own = links.filter(({ href }) => !/^(https?:|\/openapi\.json$)/.test(href));
    expect(own.length).toBeGreaterThan(guides.length ** 2);
    const astray = own.filter(({ from, href }) => {
      const [path, anchor] = href.split('#');
      if (path!.startsWith('/docs/files/')) return false;
      const text = pages.get(path || from);
      return text === undefined || (anchor !== undefined && !text.includes(`id="${anchor}"`));
    });
    expect(astray).toEqual([]);
  });

  it('shows the address of this service in the guides', async () => {
    const { text } = await request(service.url, 'GET', '//docs/quickstart');
    expect(text).toContain(`API=${service.url}/api/v1`);
    expect(text).toContain(`href="${service.url}/settings"`);
    for (const guide of Object.keys(API_GUIDES)) {
      const { text } = await request(service.url, 'GET', `//docs/${guide}`);
      expect(text.replaceAll(service.url, '')).not.toContain('http://127.0.0.1');
    }
  });

  it('has every guide as Markdown too, with links that lead somewhere', async () => {
    const pages = await Promise.all(guides.map((guide) => request(service.url, 'GET', `//docs/${guide}.md`)));
    for (const [at, { status, headers, text }] of pages.entries()) {
      expect([status, headers.get('Content-Type')]).toEqual([200, 'text/markdown; charset=utf-8']);
      expect(text).toMatch(new RegExp(`^# ${GUIDES[guides[at]!]}\n`));
      const targets = [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, href]) => href!.split('#')[0]!);
      const own = targets.filter((href) => href !== '' && !/^https?:/.test(href));
      for (const href of new Set(own)) {
        const { pathname } = new URL(href, `${service.url}/docs/${guides[at]}.md`);
        expect([href, (await request(service.url, 'GET', `/${pathname}`)).status]).toEqual([href, 200]);
      }
      expect(text).not.toContain('<!-- search');
      const page = (await request(service.url, 'GET', `//docs/${guides[at]}`)).text;
      expect(page).toContain(`<link rel="alternate" type="text/markdown" href="/docs/${guides[at]}.md">`);
      expect(page).toContain('<link rel="describedby" type="text/plain" href="/llms.txt">');
    }
    expect(pages[0]!.text).toContain(`API=${service.url}/api/v1`);
  });

  it('has an llms.txt that links to all of them', async () => {
    const { status, headers, text } = await request(service.url, 'GET', '//llms.txt');
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toMatch(/^# Provender\n\n> .+\n\n[^#]+\n\n## .+\n\n- \[/);
    const links = [...text.matchAll(/^- \[.+\]\((.+)\): .+$/gm)].map(([, href]) => href);
    const expected = guides.map((guide) => `${service.url}/docs/${guide}.md`);
    expect(new Set(links)).toEqual(new Set([...expected, `${service.url}/openapi.json`]));
  });

  it('shows the files that guides link to, as text', async () => {
    for (const path of ['ops/alerts.yaml', 'compose.yaml', 'packages/client/README.md']) {
      const { status, headers, text } = await request(service.url, 'GET', `//docs/files/${path}`);
      expect([status, headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
      expect(text).toBe(sourceOf(path));
    }
    const picture = await request(service.url, 'GET', '//docs/files/docs/images/phone.png');
    expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/png']);
    expect((await request(service.url, 'GET', '//docs/files/package.json')).status).toBe(404);
  });

  it('leaves no link of a guide without a target', async () => {
    for (const guide of guides) {
      const { text } = await request(service.url, 'GET', `//docs/${guide}`);
      const source = sourceOf(guide === 'security' ? 'SECURITY.md' : `docs/${guide}.md`);
      const written = source.replaceAll(/```[^]*?```/g, '').match(/(?<!!)\[[^[\]]*\]\([^()\s]+\)/g) ?? [];
      const [, main = ''] = text.split('<main>');
      expect(main.split('<a href="').length - 1).toBeGreaterThanOrEqual(written.length);
    }
  });

  it('leads from the former page for trying requests to the reference', async () => {
    const { status, headers } = await request(service.url, 'GET', '//docs/try');
    expect([status, headers.get('Location')]).toEqual([308, '/docs']);
  });

  it('has no other pages', async () => {
    for (const path of ['architecture', 'architecture.md', '..%2fpackage.json', 'style', 'constructor']) {
      expect((await request(service.url, 'GET', `//docs/${path}`)).status).toBe(404);
    }
  });
});

describeInChromium((open) => {
  it('shows every endpoint, and contacts no other host', async () => {
    await using visit = await open(`${service.url}/docs`);
    const { page, problems } = visit;
    const groups = page.getByRole('button', { name: /^Open Group/ });
    await groups.first().waitFor();
    while ((await groups.count()) > 0) await groups.first().click();
    const links = (await page.getByRole('link').allInnerTexts()).map((text) => text.split('\n')[0]);
    const described = [...routes, ...fileRoutes.filter(({ isOfPage }) => !isOfPage)];
    expect(links).toEqual(expect.arrayContaining(described.map(({ summary }) => summary)));
    for (const { summary } of [described[0]!, described.at(-1)!]) {
      await page.getByRole('link', { name: new RegExp(`^${summary} HTTP Method`) }).click();
      await page.getByRole('heading', { name: summary, exact: true }).waitFor();
    }
    expect(problems).toEqual([]);
  });

  it('opens where the search of the guides leads', async () => {
    const endpoints = searchEntries(openApiOf({ routes, fileRoutes }, '')).filter(({ url }) =>
      url.startsWith('/docs#'),
    );
    const chosen = [
      endpoints.find(({ place }) => place === 'PATCH /api/v1/standing-orders/{standing_order_id}')!,
      endpoints.find(({ place }) => place === 'POST /import/products')!,
      endpoints.find(({ title }) => title === 'return.created')!,
    ];
    for (const { url, title } of chosen) {
      await using visit = await open(service.url + url);
      const heading = visit.page.getByRole('heading', { name: title, exact: true });
      await heading.waitFor();
      await expect.poll(() => heading.evaluate((each) => each.getBoundingClientRect().top)).toBeLessThan(400);
      await expect
        .poll(() => heading.evaluate((each) => each.getBoundingClientRect().top))
        .toBeGreaterThan(0);
      expect(visit.problems).toEqual([]);
    }
  });

  it('sends a request with the entered key', async () => {
    await using visit = await open(`${service.url}/docs#tag/products/GET/products`);
    const { page, problems } = visit;
    const { key } = await createAccount(service);
    await page.getByPlaceholder('Token').first().fill(key);
    await page.getByRole('button', { name: 'Test Request (get /products)' }).click();
    const answer = page.waitForResponse((response) => response.url().includes('/api/v1/products'));
    await page.getByRole('button', { name: 'Send' }).first().click();
    expect((await answer).status()).toBe(200);
    expect(problems).toEqual([]);
  });

  it('shows every guide, without accessibility problems', async () => {
    const [first] = guides;
    await using visit = await open(`${service.url}/docs/${first}`);
    const { page, problems } = visit;
    expect(await violationsOf(page)).toEqual([]);
    for (const guide of guides) {
      const { text } = await request(service.url, 'GET', `//docs/${guide}`);
      // Loading a page takes longer than looking at it; all guides have the frame and the colours of the
      // first.
      const shown = await page.evaluate((html) => {
        const { body } = new DOMParser().parseFromString(html, 'text/html');
        document.body.replaceWith(body);
        const heading = document.querySelector('h1')?.textContent;
        const current = document.querySelector('nav a[aria-current]')?.textContent;
        const unreachable = document.querySelectorAll('pre:not([tabindex="0"])').length;
        return { heading, current, unreachable };
      }, text);
      const faults = await violationsOf(page, 'main', { only: TEXT });
      expect({ ...shown, overflow: await overflowOf(page), faults }).toEqual({
        heading: GUIDES[guide],
        current: GUIDES[guide],
        unreachable: 0,
        overflow: 0,
        faults: [],
      });
    }
    expect(problems).toEqual([]);
  }, 120_000);
});
