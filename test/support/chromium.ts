import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll } from 'vitest';

const PROGRAM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);

/** Whether this machine has a browser to try pages in. */
export const hasChromium = PROGRAM !== undefined;

/** What a page did that it should not. */
export interface Complaints {
  /** Whatever it logged as an error, or did not catch. */
  errors: string[];
  /** Addresses of other hosts that it asked for. */
  foreign: string[];
}

let browser: Browser | undefined;
afterAll(() => browser?.close());

/** Opens a page in a profile of its own, and listens for what it complains of. */
export async function openPage(url: string): Promise<{ page: Page; complaints: Complaints }> {
  // Chromium's own walls need rights that a container of CI has not.
  browser ??= await chromium.launch({ executablePath: PROGRAM!, args: ['--no-sandbox'] });
  const context = await browser.newContext({ viewport: { width: 1_400, height: 900 } });
  const page = await context.newPage();
  const complaints: Complaints = { errors: [], foreign: [] };
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.errors.push(message.text());
  });
  page.on('pageerror', (error) => complaints.errors.push(String(error)));
  page.on('request', (request) => {
    const asked = new URL(request.url());
    const isOwn = asked.origin === new URL(url).origin || ['data:', 'blob:'].includes(asked.protocol);
    if (!isOwn) complaints.foreign.push(asked.href);
  });
  await page.goto(url);
  return { page, complaints };
}
