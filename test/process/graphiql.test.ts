import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeInChromium } from '../support/browser.ts';
import { type RunningService, useHost } from '../support/host.ts';
import { request } from '../support/http.ts';
import { demoOf } from '../support/said.ts';
import { sendRaw } from '../support/wire.ts';

const WAIT = { timeout: 60_000 };
const TABS = ['LatestDeliveries', 'OnTheWay', 'ReturnedGoods', 'FindProducts', 'LiveEvents'];

const host = useHost('file');
let DATA_DIR: string;
let service: RunningService;
let key: string;
let password: string;

beforeAll(async () => {
  DATA_DIR = join(await host.folder(), 'data');
  service = await host.start({ DATA_DIR });
  ({ key, password } = demoOf(service.stdout()));
});

/** The page as sent to whoever asks with these headers. */
async function pageFor(headers: Record<string, string>): Promise<string> {
  const { status, text } = await sendRaw(service.url, {
    method: 'GET',
    target: '/graphql',
    headers: { Accept: 'text/html', ...headers },
  });
  expect(status).toBe(200);
  expect(text).toContain('<title>Provender</title>');
  return text;
}

describe('the key of the demo account', () => {
  it('is filled in for a browser at this machine', async () => {
    const { host } = new URL(service.url);
    expect(await pageFor({ Host: host })).toContain(key);
    expect(await pageFor({ Host: host.replace('127.0.0.1', 'localhost') })).toContain(key);
  });

  it.each<[string, Record<string, string>]>([
    ['under a name that another site could take', { Host: 'evil.example' }],
    ['by a script of another site', { Host: '127.0.0.1', Origin: 'https://evil.example' }],
    ['past a proxy', { Host: 'localhost', 'X-Forwarded-For': '203.0.113.9' }],
  ])('is not told to whoever asks %s', async (_how, headers) => {
    expect(await pageFor(headers)).not.toMatch(/prv_/);
  });

  it('is for no other page to read', async () => {
    const { headers } = await request(service.url, 'GET', '//graphql', { headers: { Accept: 'text/html' } });
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(headers.get('Cache-Control')).toBe('no-store');
  });
});

describeInChromium((open) => {
  it('runs each of its five examples, asks no other host and complains of nothing', async () => {
    await using visit = await open(`${service.url}/graphql`);
    const { page, problems } = visit;
    const tabs = page.getByRole('tab');
    await expect.poll(() => tabs.allInnerTexts(), WAIT).toEqual(TABS);
    const shown = ['Greenleaf', 'Harbour', 'damaged', 'Sourdough', 'delivery_id'];
    for (const [index, name] of TABS.entries()) {
      const tab = page.getByRole('button', { name, exact: true });
      // Tabs slide into their places; one that is caught on its way is dragged rather than chosen.
      const isChosen = async () => (await tab.click(), tabs.nth(index).getAttribute('aria-selected'));
      await expect.poll(isChosen, WAIT).toBe('true');
      await expect.poll(() => runAndRead(page), { ...WAIT, interval: 1_000 }).toContain(shown[index]);
    }

    // The stream is open: what happens now is shown now.
    const body = { name: 'Told-live', weight: 1, price: 1, category: 'news' };
    expect((await request(service.url, 'POST', '/products', { key, body })).status).toBe(201);
    await expect.poll(() => answerIn(page), WAIT).toContain('Told-live');
    expect(problems).toEqual([]);
  });

  it('opens a link in a tab of its own, and asks as whoever is signed in', async () => {
    const query = 'query Linked($days: Int!) { account { email requestCounts(days: $days) { from } } }';
    const link = new URLSearchParams({ query, variables: '{"days": 3}' });
    await using visit = await open(`${service.url}/docs`);
    const { page, problems } = visit;
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
    await page.goto(`${service.url}/graphql?${link}`);
    await expect.poll(() => page.getByRole('tab').allInnerTexts(), WAIT).toEqual(['Linked', ...TABS]);
    await expect
      .poll(() => runAndRead(page), { ...WAIT, interval: 1_000 })
      .toContain('demo@provender.example');
    expect(await page.locator('.graphiql-container').first().innerText()).not.toContain(key);
    expect(problems).toEqual([]);
  });

  it('writes a link as text, whatever is in it', async () => {
    const query = '# </script><script>document.title = "taken"</script><img src=x onerror=alert(1)>';
    await using visit = await open(`${service.url}/graphql?${new URLSearchParams({ query })}`);
    const { page, problems } = visit;
    await expect.poll(() => page.getByRole('tab').count(), WAIT).toBe(TABS.length + 1);
    expect(await page.title()).toBe('Provender');
    expect(problems).toEqual([]);
  });
});

it('knows the demo key no more when it starts again', async () => {
  await service.stop();
  service = await host.start({ DATA_DIR });
  expect(await pageFor({ Host: '127.0.0.1' })).not.toMatch(/prv_/);
});

/** Runs the query unless it runs already. GraphiQL takes a moment to learn which one is shown. */
async function runAndRead(page: Page): Promise<string> {
  const run = page.getByRole('button', { name: /^Execute query/ });
  if ((await run.count()) > 0) await run.click();
  return answerIn(page);
}

function answerIn(page: Page): Promise<string> {
  return page.locator('.graphiql-response').innerText();
}
