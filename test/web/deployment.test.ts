import { expect, it } from 'vitest';
import { createDelivery } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, settle } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';

const service = useService();

describeInChromium((open) => {
  it('loads the new version when a part of the old one is gone, once, and keeps what was typed', async () => {
    const account = await createSignedIn(service);
    await createDelivery(account);
    await using visit = await open(`${service.url}/settings/deliveries/new`, { cookies: account.cookies });
    const { page } = visit;
    await settle(page);
    await page.getByLabel('Notes').fill('Ring at the gate');
    let missing = 2;
    await page.route('**/assets/usage-page-*.js', (route) =>
      missing-- > 0 ? route.fulfill({ status: 404, body: 'gone' }) : route.continue(),
    );
    let loads = 0;
    page.on('load', () => loads++);
    await page.getByRole('link', { name: 'Usage' }).click();
    await expect.poll(() => loads).toBe(1);
    // The second time it is missing is no reason to load the page again and again.
    await page.getByText('could not be loaded').or(page.getByText('Something went wrong')).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
    expect(loads).toBe(2);
    await page.goto(`${service.url}/settings/deliveries/new`);
    await page.getByRole('button', { name: 'Continue your draft' }).click();
    expect(await page.getByLabel('Notes').inputValue()).toBe('Ring at the gate');
  });

  it('says that there is no connection, keeps what is typed, and notices when it is back', async () => {
    const account = await createSignedIn(service);
    await createDelivery(account);
    await using visit = await open(`${service.url}/settings/account`, { cookies: account.cookies });
    const { page } = visit;
    await settle(page);
    await page.getByLabel('Company').fill('Oakfield Foods');
    await page.context().setOffline(true);
    await page.getByText('No connection').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await page.getByText('Cannot reach the service').first().waitFor();
    expect(await page.getByLabel('Company').inputValue()).toBe('Oakfield Foods');
    await page.context().setOffline(false);
    await expect.poll(() => page.getByText('No connection').count()).toBe(0);
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await page.getByText('Profile saved').waitFor();

    // The network is there, but leads nowhere.
    let isDead = true;
    await page.route('**/*', (route) => (isDead ? route.abort() : route.continue()));
    await page.getByRole('link', { name: 'Returns' }).click();
    await page.getByText('No connection').waitFor();
    isDead = false;
    await expect.poll(() => page.getByText('No connection').count(), { timeout: 20_000 }).toBe(0);

    // A reload would lead nowhere, so it is offered once the service is there again.
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('heading', { level: 1, name: 'Not available offline' }).waitFor();
    expect(await page.getByRole('button', { name: 'Reload page' }).count()).toBe(0);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Reload page' }).click();
    await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  });
});
