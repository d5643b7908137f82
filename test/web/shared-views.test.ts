import { expect, it, onTestFinished, vi } from 'vitest';
import { namedRanges } from '../../web/src/base/list/date-range.ts';
import { withChoice, withDays } from '../../web/src/base/list/dates-of-view.ts';
import { createDelivery } from '../support/records/records.ts';
import { join } from '../support/service/people.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn as createAccountSignedIn } from '../support/service/settings.ts';
import { createSignedIn } from '../support/service/visitor.ts';
import { violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';

const service = useService();

it('means by the choice of a view the dates of today, whenever it was saved', () => {
  vi.useFakeTimers({ now: new Date('2026-11-28T12:00:00Z'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const october = 'dateFrom=2026-10-01&dateTo=2026-10-31&status=PENDING';
  const saved = withChoice(october, 'UTC');
  expect(saved).toBe('status=PENDING&dates=last-month');
  expect(withDays(saved, 'UTC')).toBe('status=PENDING&dateFrom=2026-10-01&dateTo=2026-10-31');
  vi.setSystemTime(new Date('2031-03-02T12:00:00Z'));
  expect(withDays(saved, 'UTC')).toBe('status=PENDING&dateFrom=2031-02-01&dateTo=2031-02-28');
  // Other days stay, and a choice that is not known chooses nothing.
  expect(withChoice(october, 'UTC')).toBe(october);
  expect(withDays(october, 'UTC')).toBe(october);
  expect(withDays('dates=soon&late=true', 'UTC')).toBe('late=true');
});

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
    // Dates that have a name are saved by it.
    const { dateFrom, dateTo } = namedRanges('UTC').find(({ label }) => label === 'Last month')!;
    await page.goto(`${service.url}/settings/deliveries?dateFrom=${dateFrom}&dateTo=${dateTo}`);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('dialog', { name: 'Save view' }).getByLabel('Name').fill('Monthly');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Monthly' }).waitFor();
    const { savedViews } = await viewer.data('{ savedViews(list: DELIVERIES) { name search } }');
    expect(savedViews).toContainEqual({ name: 'Monthly', search: 'dates=last-month' });
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
