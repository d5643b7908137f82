import type { BrowserContext, Page } from 'playwright-core';
import type { DemoService } from './start-demo.ts';

/** Signs a browser in to the demo account, which opens the page of today. */
export async function signIn(context: BrowserContext, { url, email, password }: DemoService): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${url}/settings`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  return page;
}
