import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { launchChromium } from './launch.ts';
import { takePage } from './warm-page.ts';

/** The browser for all files of a worker; no visit has anything of another one. */
let browser: Promise<Browser> | undefined;

/** A page in a real browser, and its problems. */
export interface Visit extends AsyncDisposable {
  page: Page;
  /** Requests to other hosts, console errors, exceptions, failed responses. */
  problems: string[];
}

/** Opens a page without cookies but those of the options. */
export type Open = (url: string, options?: VisitOptions) => Promise<Visit>;

/** Accounts of tests are given as options, too, so these are named. */
const OPTIONS = [
  'colorScheme',
  'hasTouch',
  'isMobile',
  'locale',
  'permissions',
  'serviceWorkers',
  'timezoneId',
  'viewport',
] as const;

interface VisitOptions extends Pick<BrowserContextOptions, (typeof OPTIONS)[number]> {
  /** The environment of a browser of its own. */
  env?: Record<string, string>;
  /** `Set-Cookie` lines for the host of the page. */
  cookies?: string[];
}

/** Runs `tests` with Chromium, or reports that there is none. */
export function describeInChromium(tests: (open: Open) => void): void {
  const found = inject('chromium');
  it(`a browser ${found ? 'is there' : 'is MISSING, its tests are NOT TRIED: neither the one of npm ci starts nor is chromium on PATH'}`, () => {
    expect(found !== null || process.env.CI === undefined).toBe(true);
  });
  // Skipped tests are counted in the closing line.
  describe.skipIf(!found)('in Chromium', () => {
    tests(async (url, { env, ...options } = {}) => {
      if (!env) return visit(await (browser ??= launchChromium(found)), url, options);
      const own = await launchChromium(found, env);
      return { ...(await visit(own, url, options)), [Symbol.asyncDispose]: () => own.close() };
    });
  });
}

async function visit(
  browser: Browser,
  url: string,
  { cookies = [], ...given }: Omit<VisitOptions, 'env'>,
): Promise<Visit> {
  const options = Object.fromEntries(OPTIONS.map((name) => [name, given[name]]));
  const { page, leave } = await takePage(browser, options, (context) =>
    context.addCookies(cookies.map((line) => cookieOf(line, url))),
  );
  const problems: string[] = [];
  const { origin } = new URL(url);
  page.on('request', (request) => {
    const target = new URL(request.url());
    const isOwn = target.origin === origin || target.protocol === 'data:' || target.protocol === 'blob:';
    if (!isOwn) problems.push(`asked ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.url()} answered ${response.status()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  await page.goto(url);
  return { page, problems, [Symbol.asyncDispose]: leave };
}

/** Returns the cookie of a `Set-Cookie` line, for the host of `url`. */
export function cookieOf(line: string, url: string) {
  const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
  return { name: name!, value: value!, url: new URL(url).origin, httpOnly: true, sameSite: 'Lax' as const };
}
