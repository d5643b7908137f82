import { expect, it } from 'vitest';
import { useService } from '../support/service/service.ts';
import { createSignedIn, moveTo, settle } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { press } from '../support/web/press.ts';

const service = useService();

describeInChromium((open) => {
  it('says when the code of a page cannot be loaded, and shows the page after a reload', async () => {
    const { cookies } = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings`, { cookies });
    const { page } = visit;
    await settle(page);
    await page.route('**/products-page-*.js', (route) => route.abort());
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link', { name: 'Products' }).click();
    await page.getByText('Something went wrong').waitFor();
    await page.unrouteAll();
    await press(page, 'Reload page');
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
    await moveTo(page, '/returns');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Returns');
  });
});
