import { expect, it } from 'vitest';
import { useService } from '../support/service/service.ts';
import { createSignedIn, settle } from '../support/service/settings.ts';
import { describeInChromium, type Visit } from '../support/web/browser.ts';

const service = useService();

/** Returns what a page can have of an earlier visit. */
async function tracesOf({ page }: Visit) {
  await settle(page);
  const isSignedIn = (await page.getByLabel('Password').count()) === 0;
  const traces = await page.evaluate(async () => ({
    cookies: document.cookie,
    storage: { ...localStorage, ...sessionStorage },
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    width: innerWidth,
    isPrinted: matchMedia('print').matches,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isOld: 'old' in globalThis,
    statusOfRoute: (await fetch('/readyz')).status,
  }));
  return { ...traces, isSignedIn };
}

const yearOf = ({ page }: Visit) => page.evaluate(() => new Date().getFullYear());

describeInChromium((open) => {
  const visitAnew = async () => {
    await using visit = await open(`${service.url}/settings`);
    return await tracesOf(visit);
  };

  it('begins with nothing of the visit before', async () => {
    const account = await createSignedIn(service);
    const fresh = await visitAnew();
    let heard = 0;
    {
      await using visit = await open(`${service.url}/settings`, account);
      const { page } = visit;
      await settle(page);
      page.on('request', () => heard++);
      await page.route('**/readyz', (route) => route.fulfill({ status: 418 }));
      await page.setViewportSize({ width: 375, height: 812 });
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await page.evaluate(async () => {
        document.cookie = 'left=1; path=/';
        localStorage.setItem('left', '1');
        sessionStorage.setItem('left', '1');
        await caches.open('left');
        await new Promise((resolve) => (indexedDB.open('left').onsuccess = resolve));
        Object.assign(globalThis, { old: true });
      });
      const left = { width: 375, isPrinted: true, isDark: true, isSignedIn: true, statusOfRoute: 418 };
      expect(await tracesOf(visit)).toMatchObject(left);
    }
    heard = 0;
    expect(await visitAnew()).toEqual(fresh);
    expect(heard).toBe(0);
  });

  it('begins with the time of now after a visit with another clock', async () => {
    {
      await using visit = await open(`${service.url}/settings`);
      await visit.page.clock.setFixedTime(new Date('2001-01-01T12:00:00Z'));
      await visit.page.reload();
      expect(await yearOf(visit)).toBe(2001);
    }
    await using visit = await open(`${service.url}/settings`);
    expect(await yearOf(visit)).toBeGreaterThan(2001);
  });
});
