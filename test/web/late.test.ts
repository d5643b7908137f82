import { expect, it } from 'vitest';
import { createDelivery, createSupermarket } from '../support/records/records.ts';
import { zoneAtNoon } from '../support/records/zone-at-noon.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';

const service = useService();

describeInChromium((open) => {
  it('shows a window over midnight as open until it ends, and then as late', async () => {
    const account = await createSignedIn(service);
    const timeZone = zoneAtNoon();
    const windows = ['23:00-11:00', '23:00-13:59'];
    const { id, branches } = await createSupermarket(account, {
      branches: windows.map((delivery_window, n) => ({
        name: `Branch ${n}`,
        address: 'Quay',
        delivery_window,
      })),
    });
    for (const branch of branches) {
      await createDelivery(account, { supermarket_id: id, subchain_id: branch.id });
    }
    const { pool } = account.database;
    await pool.query('UPDATE accounts SET time_zone = $2 WHERE id = $1', [account.id, timeZone]);
    await pool.query('UPDATE deliveries SET delivery_date = $2 WHERE account_id = $1', [
      account.id,
      Temporal.Now.plainDateISO(timeZone).subtract({ days: 1 }).toString(),
    ]);
    await using visit = await open(`${service.url}/settings`, account);
    const { page, problems } = visit;
    const night = page.getByRole('table', { name: 'Open from yesterday' });
    await night.getByRole('row', { name: /23:00-13:59/ }).waitFor();
    expect(await night.getByRole('row').count()).toBe(2);

    await page.getByRole('link', { name: '1 pending' }).click();
    await page.getByRole('button', { name: 'Late', pressed: true }).waitFor();
    const rows = page.getByRole('row').filter({ hasText: 'Branch' });
    await rows.filter({ hasText: 'Branch 0' }).waitFor();
    expect(await rows.filter({ hasText: 'Branch 1' }).count()).toBe(0);

    await page.goto(`${service.url}/settings/stops`);
    const stops = page.getByRole('table', { name: 'Stops from yesterday' });
    await stops.getByRole('row', { name: /Branch 1/ }).waitFor();
    expect(await stops.getByRole('row').count()).toBe(2);
    expect(problems).toEqual([]);
  });
});
