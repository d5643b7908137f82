/**
 * Takes screenshots of the web page, or some of them, in both themes, on a desktop and a phone: npm run
 * screenshots -- FOLDER [PAGE …]
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pagePaths, settle } from '../test/support/service/settings.ts';
import { launchChromium } from '../test/support/web/launch.ts';
import { signIn } from './demo/sign-in.ts';
import { type DemoService, startDemo } from './demo/start-demo.ts';

const [folder = 'screenshots', ...names] = process.argv.slice(2);
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 375, height: 812 } };
const THEMES = ['light', 'dark'] as const;
/**
 * The images in the guides, by the names of the screenshots. They show one screen, which keeps them small.
 */
const IN_DOCUMENTS: Record<string, string> = {
  'today-light-desktop': 'docs/images/today.png',
  'deliveries-light-desktop': 'docs/images/deliveries.png',
  'deliveries-id-light-desktop': 'docs/images/delivery.png',
  'stops-light-phone': 'docs/images/stops.png',
  'tours-light-desktop': 'docs/images/tours.png',
  'analytics-light-desktop': 'docs/images/dashboard.png',
  'webhooks-id-messages-message-dark-desktop': 'docs/images/webhook-message.png',
  'today-dark-phone': 'docs/images/phone.png',
};

const receiver = createServer((request, response) => {
  request.resume();
  response.writeHead(request.url === '/down' ? 503 : 204).end();
}).listen(0, '127.0.0.1');

{
  await using demo = await startDemo();
  const addresses = await fill(demo);
  const paths = pagePaths().map((path) => [nameOf(path), addresses[path] ?? path] as const);
  // Detail pages without a record in the demo are left out.
  const shown = paths.filter(
    ([name, path]) => !path.includes('/:') && (names.length === 0 || names.includes(name)),
  );
  const browser = await launchChromium();
  for (const theme of THEMES) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      const context = await browser.newContext({ viewport, colorScheme: theme, timezoneId: 'Europe/Berlin' });
      const front = await context.newPage();
      for (const path of ['/', '/sign-up']) {
        await front.goto(`${demo.url}/settings${path}`);
        await settle(front);
        await front.screenshot({ path: join(folder, `front${nameOf(path)}-${theme}-${size}.png`) });
      }
      const page = await signIn(context, demo);
      for (const [pageName, path] of shown) {
        await page.goto(`${demo.url}/settings${path}`);
        await settle(page);
        // Charts appear after the rest of the page.
        await page.waitForFunction(() => !document.querySelector('[class*=skeleton]'));
        const name = `${pageName}-${theme}-${size}`;
        const file = join(folder, `${name}.png`);
        const image = IN_DOCUMENTS[name];
        if (image) await page.screenshot({ path: image });
        await page.screenshot({ path: file, fullPage: true });
        console.log(file);
      }
      await context.close();
    }
  }
  await browser.close();
}
receiver.close();

/** Adds working and failing webhooks to the demo data. Returns the paths of detail pages. */
async function fill(demo: DemoService): Promise<Record<string, string>> {
  const { port } = receiver.address() as AddressInfo;
  const hooks = [
    ['/erp', 'Stock and invoices', ['delivery.completed', 'return.created']],
    ['/down', 'Old warehouse system', ['product.updated', 'delivery.completed']],
  ] as const;
  const ids: number[] = [];
  for (const [path, description, events] of hooks) {
    const { id } = await demo.call('POST', '/webhooks', {
      url: `http://127.0.0.1:${port}${path}`,
      description,
      events,
    });
    ids.push(id);
  }
  for (const price of [3.59, 3.69, 3.79]) await demo.call('PATCH', '/products/1', { price });
  const [newest, pending = newest] = await idsOf(demo, '/deliveries?status=pending');
  const [returned] = await idsOf(demo, '/returns');
  for (const status of ['in_transit', 'completed']) {
    await demo.call('PATCH', `/deliveries/${newest}`, { status });
  }
  return {
    '/deliveries/notes': '/deliveries/notes?status=PENDING',
    '/deliveries/pick-list': '/deliveries/pick-list?status=PENDING',
    '/deliveries/:id': `/deliveries/${newest}`,
    '/deliveries/:id/change': `/deliveries/${pending}/change`,
    '/deliveries/:id/note': `/deliveries/${newest}/note`,
    '/returns/:id': `/returns/${returned}`,
    '/products/:id': '/products/1',
    '/stops/:id': `/stops/${pending}`,
    '/trace': '/trace?productId=1',
    // The demo has one open withdrawal.
    '/withdrawals/:id': '/withdrawals/1',
    '/supermarkets/:id': '/supermarkets/2',
    '/webhooks/:id': `/webhooks/${ids[1]}`,
    '/webhooks/:id/messages/:message': `/webhooks/${ids[1]}/messages/${await messageOf(demo, ids[1]!)}`,
  };
}

async function idsOf(demo: DemoService, path: string): Promise<number[]> {
  return (await demo.list(path)).map(({ id }) => id);
}

/** Waits until the first message of a webhook has been attempted. */
async function messageOf(demo: DemoService, webhook: number): Promise<string> {
  const messages = await demo.list(`/webhooks/${webhook}/deliveries`);
  const tried = messages.find(({ attempts = [] }) => attempts.length > 0);
  if (tried) return String(tried.id);
  await new Promise((resolve) => setTimeout(resolve, 200));
  return messageOf(demo, webhook);
}

function nameOf(path: string): string {
  return path.replaceAll(/\W+/g, '-').replace(/^-$/, 'today').replace(/^-/, '');
}
