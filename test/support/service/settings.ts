import type { Page } from 'playwright-core';
import type { Plan } from '../../../src/schema/core/caller/plans.ts';
import { createAccount, type TestAccount } from './account.ts';
import { openSession } from './open-session.ts';
import { textOf } from '../text/markdown.ts';
import type { TestService } from './service.ts';

/** An account with a signed-in user. */
export interface SignedIn extends TestAccount {
  /** The `Set-Cookie` lines of the session, for the browser. */
  cookies: string[];
}

/** Creates an account whose owner is signed in. */
export async function createSignedIn(
  service: Pick<TestService, 'url' | 'database'>,
  plan?: Plan,
): Promise<SignedIn> {
  const account = await createAccount(service, plan);
  const session = await openSession(service, account);
  return { ...account, cookies: [(await session.proof()).Cookie] };
}

/** Returns the paths of all pages behind the sign-in, from the page's own table. */
export function pagePaths(): string[] {
  return Array.from(textOf('web/src/frame/pages.ts').matchAll(/path: '([^']+)'/g), ([, path]) => path!);
}

/** Opens a page of the settings, and waits until it is completely loaded. */
export async function goTo(page: Page, url: string, path: string): Promise<void> {
  await page.goto(`${url}/settings${path}`);
  await settle(page);
}

/** Opens another page of the settings from one that is open, without a reload. */
export async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/settings${path}`);
  await settle(page);
}

/**
 * Waits until nothing is loading. The browser looks at each frame, because a locator would wait half a
 * second.
 */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('h1')?.checkVisibility() &&
      !/Loading…|Connecting…/.test(document.body.innerText),
  );
}
