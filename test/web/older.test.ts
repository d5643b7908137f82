import { expect, it } from 'vitest';
import { addImports } from '../support/records/imports.ts';
import { createDelivery } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';

const service = useService();

describeInChromium((open) => {
  it('says how many imports and failures of today it shows, and shows older ones', async () => {
    const account = await createSignedIn(service);
    await createDelivery(account);
    await addImports(account, 230);
    await using visit = await open(`${service.url}/settings/imports`, account);
    const { page, problems } = visit;
    const rows = page.getByRole('table', { name: 'Imports' }).getByRole('row');
    await page.getByText('Newest 100 of 230 imports').waitFor();
    await page.getByRole('button', { name: 'Show older' }).click();
    await page.getByText('Newest 200 of 230 imports').waitFor();
    await page.getByRole('button', { name: 'Show older' }).click();
    await expect.poll(() => rows.count()).toBe(231);
    await page.goto(`${service.url}/settings`);
    await page.getByRole('link', { name: '115 imports failed' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('says how many alerts it shows, and shows older ones', async () => {
    const account = await createSignedIn(service);
    await service.database.pool.query(
      `INSERT INTO alerts (account_id, type, subject, level, is_open, body, status)
       SELECT $1, 'alert.test', n, 0, false, '{}', 'sent' FROM generate_series(1, 12) AS n`,
      [account.id],
    );
    await using visit = await open(`${service.url}/settings/webhooks`, account);
    const { page, problems } = visit;
    const alerts = page.getByRole('list', { name: 'Latest alerts' }).getByRole('listitem');
    await page.getByText('Newest 5 of 12 alerts').waitFor();
    expect(await alerts.count()).toBe(5);
    await page.getByRole('button', { name: 'Show older' }).click();
    await expect.poll(() => alerts.count()).toBe(12);
    expect(problems).toEqual([]);
  });
});
