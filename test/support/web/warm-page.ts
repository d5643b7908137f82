import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** A page for one visit, which may have had others before. */
export interface WarmPage {
  page: Page;
  /** Keeps the page for the next visit if it can be restored, or closes it. */
  leave(): Promise<void>;
}

/**
 * A page whose context is closed costs its successor a process, and the time to compile all scripts again.
 */
const KEPT = 2;
const SIZE = { width: 1280, height: 720 };

/** The events that listeners of tests and visits wait for. */
const EVENTS = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
];

/** Pages of a browser that nobody visits, by their options. */
const idlePages = new WeakMap<Browser, Map<string, Page>>();

/**
 * Returns a page that has nothing of earlier visits: no cookie, storage, listener, route or size.
 * @param prepare changes its context before
 */
export async function takePage(
  browser: Browser,
  options: BrowserContextOptions,
  prepare: (context: BrowserContext) => Promise<void>,
): Promise<WarmPage> {
  const idle = idlePages.get(browser) ?? new Map<string, Page>();
  idlePages.set(browser, idle);
  const key = JSON.stringify(options);
  const kept = idle.get(key);
  idle.delete(key);
  const page = kept ?? (await (await browser.newContext(options)).newPage());
  await prepare(page.context());
  const { watched, isRestorable } = watch(page);
  return {
    page: watched,
    async leave() {
      const isRestored = isRestorable() && (await restore(page, options));
      if (!isRestored || idle.has(key)) return page.context().close();
      idle.set(key, page);
      const [oldest] = idle;
      if (idle.size <= KEPT) return;
      idle.delete(oldest![0]);
      await oldest![1].context().close();
    },
  };
}

/**
 * The methods whose effect cannot be restored: scripts for each document, a clock, and what is done to the
 * context.
 */
const CHANGES = new Set<string | symbol>([
  'addInitScript',
  'clock',
  'context',
  'exposeBinding',
  'exposeFunction',
]);

/** Returns the page as it is given to a test, and whether the test used nothing of {@link CHANGES}. */
function watch(page: Page): { watched: Page; isRestorable: () => boolean } {
  let isChanged = false;
  const watched = new Proxy(page, {
    get(target, name) {
      isChanged ||= CHANGES.has(name);
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const isAlone = () => page.context().pages().length === 1 && page.context().serviceWorkers().length === 0;
  return { watched, isRestorable: () => !isChanged && isAlone() };
}

/** Returns whether the page is as new. */
async function restore(page: Page, { viewport }: BrowserContextOptions): Promise<boolean> {
  const { origin } = new URL(page.url());
  for (const event of EVENTS) page.removeAllListeners(event);
  try {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // A document without scripts, which write nothing when they are left.
    await page.goto(`${origin}/healthz`);
    await page.evaluate(async () => {
      localStorage.clear();
      sessionStorage.clear();
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name!);
      for (const name of await caches.keys()) await caches.delete(name);
    });
    await page.context().clearCookies();
    await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null });
    await page.setViewportSize(viewport ?? SIZE);
    await page.mouse.move(0, 0);
    return true;
  } catch {
    // The service has stopped, or the page is no document of it.
    return false;
  }
}
