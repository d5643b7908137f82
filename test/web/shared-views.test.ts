import { expect, it } from 'vitest';
import { createDelivery } from '../support/records/records.ts';
import { join } from '../support/service/people.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn as createAccountSignedIn } from '../support/service/settings.ts';
import { createSignedIn } from '../support/service/visitor.ts';
import { violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';

const service = useService();

const view = (name: string) => `(list: DELIVERIES, name: "${name}", search: "status=PENDING") { id }`;

describeInChromium((open) => {
  it('shows the views that others share, and keeps those that the browser had before', async () => {
    const owner = await createSignedIn(service);
    const { visitor: viewer } = await join(service, owner, 'viewer');
    await owner.data(`mutation { shareView${view('Not sent yet')} }`);
    await owner.data(`mutation { saveView${view('Private')} }`);
    const cookies = [...viewer.cookies].map(([name, value]) => `${name}=${value}`);
    await using visit = await open(`${service.url}/settings/deliveries?status=COMPLETED`, { cookies });
    const { page, problems } = visit;
    await page.evaluate(
      (key) => localStorage.setItem(key, JSON.stringify([{ name: 'From before', search: 'late=true' }])),
      `views:${owner.user.id}:/deliveries`,
    );
    await page.reload();
    await page.getByRole('button', { name: 'Views' }).click();
    const mine = page.getByRole('group', { name: 'My views' });
    await mine.getByRole('link', { name: 'From before' }).waitFor();
    const shared = page.getByRole('group', { name: 'Shared views' });
    expect(await shared.getByRole('link').allInnerTexts()).toEqual(['Not sent yet']);
    expect(await violationsOf(page, '[role=dialog]:popover-open')).toEqual([]);
    await shared.getByRole('link', { name: 'Not sent yet' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?status=PENDING');
    expect(await shared.count()).toBe(0);
    await page.getByRole('button', { name: 'Not sent yet' }).click();
    await shared.waitFor();
    expect(await page.getByRole('button', { name: 'Delete view' }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it.each(['deliveries', 'returns', 'products', 'supermarkets', 'standing-orders'])(
    'opens a view of %s that an older version saved, with filters and values that are gone',
    async (list) => {
      const account = await createAccountSignedIn(service);
      await createDelivery(account);
      const name = 'From before';
      const gone = 'gone=1&status=GONE&receiptState=GONE&show=GONE&late=GONE&sort=GONE&size=GONE&words=no';
      await service.database.pool.query(
        'INSERT INTO saved_views (account_id, list, name, search) VALUES ($1, $2, $3, $4)',
        [account.id, list.replace('-', '_'), name, gone],
      );
      await using visit = await open(`${service.url}/settings/${list}?words=nothing`, account);
      const { page, problems } = visit;
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('link', { name }).click();
      await page.getByRole('button', { name, exact: true }).waitFor();
      await page.getByText(/^No .* match these filters$/).waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).first().click();
      await expect.poll(() => page.getByRole('button', { name: 'Clear filters' }).count()).toBe(0);
      expect(problems).toEqual([]);
    },
  );
});
