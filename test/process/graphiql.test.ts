import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeInChromium } from '../support/web/browser.ts';
import { type RunningService, useHost } from '../support/process/host.ts';
import { request } from '../support/http/http.ts';
import { demoOf } from '../support/process/said.ts';
import { sendRaw } from '../support/http/wire.ts';

const WAIT = { timeout: 60_000 };
const TABS = ['LatestDeliveries', 'OnTheWay', 'ReturnedGoods', 'FindProducts', 'LiveEvents'];

const host = useHost('file');
let DATA_DIR: string;
let service: RunningService;
let key: string;
let password: string;

beforeAll(async () => {
  DATA_DIR = await host.dataDir();
  service = await host.start({ DATA_DIR });
  ({ key, password } = demoOf(service.stdout()));
});

describe('the page', () => {
  it.each<[string, Record<string, string>]>([
    ['at this machine', {}],
    ['behind a proxy that says so', { 'X-Forwarded-For': '127.0.0.1', Forwarded: 'for=127.0.0.1' }],
  ])('contains no key, nor do its parts, for a browser %s', async (_where, headers) => {
    const target = { method: 'GET', headers: { Accept: 'text/html', ...headers } };
    const page = await sendRaw(service.url, { ...target, target: '/graphql' });
    expect(page.status).toBe(200);
    expect(page.text).toContain('<title>Provender</title>');
    const parts = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path!);
    expect(parts.length).toBe(3);
    const texts = await Promise.all(parts.map((path) => sendRaw(service.url, { ...target, target: path })));
    for (const { status, text } of [page, ...texts]) {
      expect(status).toBe(200);
      expect(text).not.toMatch(/prv_\w/);
    }
  });

  it('cannot be read or framed by other pages, and runs only its own scripts', async () => {
    const { headers } = await request(service.url, 'GET', '//graphql', { headers: { Accept: 'text/html' } });
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(headers.get('Vary')).toContain('Accept');
    const policy = headers.get('Content-Security-Policy');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-eval|https?:|\*/);
  });
});

describeInChromium((open) => {
  it('reads the key from the link printed at the start, stores it nowhere, and runs its five examples', async () => {
    await using visit = await open(keyLink());
    const { page, problems } = visit;
    await expect.poll(() => runAndRead(page), { ...WAIT, interval: 250 }).toContain('Greenleaf');
    // Again with the page open.
    await page.evaluate((hash) => void (location.hash = hash), `key=${key}`);
    await page.waitForURL((url) => url.hash === '');
    await expect.poll(() => runAndRead(page), { ...WAIT, interval: 250 }).toContain('Greenleaf');
    const tabs = page.getByRole('tab');
    await expect.poll(() => tabs.allInnerTexts(), WAIT).toEqual(TABS);
    const shown = ['Greenleaf', 'Harbour', 'damaged', 'Sourdough', 'delivery_id'];
    for (const [index, name] of TABS.entries()) {
      const tab = page.getByRole('button', { name, exact: true });
      // Tabs slide into place; clicking a tab while it moves drags it instead of selecting it.
      const isChosen = async () => (await tab.click(), tabs.nth(index).getAttribute('aria-selected'));
      await expect.poll(isChosen, WAIT).toBe('true');
      await expect.poll(() => runAndRead(page), { ...WAIT, interval: 250 }).toContain(shown[index]);
    }

    // The stream is open, so new events appear at once.
    const body = { name: 'Told-live', weight: 1, price: 1, category: 'news' };
    expect((await request(service.url, 'POST', '/products', { key, body })).status).toBe(201);
    await expect.poll(() => answerIn(page), WAIT).toContain('Told-live');
    expect(page.url()).not.toContain(key);
    const stored = () =>
      page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
    expect(await stored()).toBe(JSON.stringify([{}, {}, '']));
    // Also contacts no other host.
    expect(problems).toEqual([]);

    // A reload without the link.
    await page.reload();
    await expect.poll(() => runAndRead(page), { ...WAIT, interval: 250 }).toContain('unauthorized');
    expect(await stored()).toBe(JSON.stringify([{}, {}, '']));
    // Without the key, the schema and the query were refused.
    expect(problems.filter((problem) => !isRefusal(problem))).toEqual([]);
  });

  it('opens a link in a new tab, and sends requests as the signed-in user, without storing anything', async () => {
    const query = 'query Linked($days: Int!) { account { email requestCounts(days: $days) { from } } }';
    const link = new URLSearchParams({ query, variables: '{"days": 3}' });
    await using visit = await open(`${service.url}/docs/quickstart`);
    const { page, problems } = visit;
    await signIn(page);
    await page.goto(`${service.url}/graphql?${link}`);
    await expect.poll(() => page.getByRole('tab').allInnerTexts(), WAIT).toEqual(['Linked', ...TABS]);
    await expect.poll(() => runAndRead(page), { ...WAIT, interval: 250 }).toContain('demo@provender.example');
    expect(await page.locator('.graphiql-container').first().innerText()).not.toContain(key);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    expect(problems).toEqual([]);
  });

  it('runs a mutation from a link with the session only if the user confirms, and shows the rest as text', async () => {
    const query =
      '# </script><script>document.title = "taken"</script><img src=x onerror=alert(1)>\nfragment Name on Account { name } mutation Taken { updateAccount(input: { name: "Over" }) { ...Name } }';
    await using visit = await open(`${service.url}/docs/quickstart`);
    const { page, problems } = visit;
    await signIn(page);
    const sent: string[] = [];
    page.on('request', (asked) => sent.push(asked.postData() ?? ''));
    const questions: string[] = [];
    let agrees = false;
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      void (agrees ? dialog.accept() : dialog.dismiss());
    });
    await page.goto(`${service.url}/graphql?${new URLSearchParams({ query })}`);
    await expect.poll(() => page.getByRole('tab').allInnerTexts(), WAIT).toContain('Taken');
    expect(questions).toEqual([]);
    expect(await page.title()).toBe('Provender');
    expect(problems).toEqual([]);

    await expect.poll(() => runAndRead(page), { ...WAIT, interval: 250 }).toContain('SUBREQUEST');
    expect(questions.length).toBeGreaterThan(0);
    expect(sent.filter((body) => body.includes('updateAccount(')).length).toBe(0);
    agrees = true;
    await expect.poll(() => runAndRead(page), { ...WAIT, interval: 250 }).toContain('"Over"');
  });
});

/** Returns whether the browser only reports a request without a key. */
function isRefusal(problem: string): boolean {
  return /graphql answered 401$|status of 401/.test(problem);
}

/** Returns the address that the first start printed. */
function keyLink(): string {
  const [link = ''] = /\S+\/graphql#key=prv_\w+/.exec(service.stdout()) ?? [];
  expect(link).toBe(`${service.url}/graphql#key=${key}`);
  return link;
}

async function signIn(page: Page): Promise<void> {
  await page.evaluate(
    (password) =>
      fetch('/graphql', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          query:
            'mutation($password: String!) { signIn(email: "demo@provender.example", password: $password) { id } }',
          variables: { password },
        }),
      }),
    password,
  );
}

/** Runs the query unless it is running. GraphiQL takes a moment to find out which one is shown. */
async function runAndRead(page: Page): Promise<string> {
  const run = page.getByRole('button', { name: /^Execute query/ });
  if ((await run.count()) > 0) await run.click();
  return answerIn(page);
}

function answerIn(page: Page): Promise<string> {
  return page.locator('.graphiql-response').innerText();
}
