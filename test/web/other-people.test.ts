import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { describeInChromium } from '../support/web/browser.ts';
import { press, pressTwice } from '../support/web/press.ts';
import {
  createDelivery,
  createReturn,
  createSentDelivery,
  createSupermarket,
} from '../support/records/records.ts';
import { createLinked, submit } from '../support/records/receipts.ts';
import { fillShop } from './shop.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, moveTo, pagePaths } from '../support/service/settings.ts';

const service = useService();

/**
 * Controls that change something, by the page that has them: some of their names. Members see all of them.
 */
const CHANGES: Record<string, string[]> = {
  '/': ['New delivery'],
  '/deliveries': ['Import', 'New delivery'],
  '/deliveries/:id': ['Duplicate', 'Record return', 'Mark as completed', 'Lots of '],
  '/deliveries/:pending': ['Duplicate', 'Change', 'Mark as in transit', 'Cancel delivery'],
  '/deliveries/:received': ['Accept receipt', 'Decline disputes', 'Accept the dispute', 'Ask the branch'],
  '/receipts': ['Accept the dispute', 'Decline the dispute', 'Ask the branch', 'Select '],
  '/deliveries/:id/note': ['Add receipt link'],
  '/standing-orders': ['Restore missed dates', 'Import', 'New standing order'],
  '/standing-orders/:id': ['Change', 'Pause', 'End', 'Skip ', 'Restore ', 'Change '],
  '/calendar': ['Skip ', 'Change '],
  '/returns': ['Record returns'],
  '/products': ['Import', 'New product', 'Select '],
  '/products/:id': ['Archive', 'Edit'],
  '/supermarkets': ['Import', 'New supermarket'],
  '/supermarkets/:id': ['Edit', 'New delivery', 'Add branch', 'Archive ', 'Edit '],
  '/trace': ['Withdraw these dates'],
  '/withdrawals': ['New withdrawal'],
  '/withdrawals/:id': ['Close test', 'Acknowledge notice'],
};
/** The pages of forms, and what who may not use them reads. */
const FORMS: Record<string, string> = {
  '/deliveries/new': 'create deliveries',
  '/deliveries/:id/change': 'change deliveries',
  '/standing-orders/new': 'create standing orders',
  '/standing-orders/:id/change': 'change standing orders',
  '/standing-orders/:id/dates/:date': 'change standing orders',
  '/supermarkets/new': 'create supermarkets',
  '/withdrawals/new': 'start withdrawals',
  '/imports': 'import files',
  '/imports/:id': 'import files',
};
/** Names of controls that change records, wherever they are. */
const CHANGES_RECORDS =
  /^(Accept|Acknowledge|Add|Archive|Cancel|Change|Close|Correct|Create|Decline|Duplicate|Edit|Import|Lots|Mark|New|Pause|Record|Repeat|Skip|Restore|Start|Withdraw)( |$)/;

/** Returns the names of the controls that a page shows, also those in its menu and that of the first row. */
async function controlsOn(page: Page): Promise<string[]> {
  const shown = () =>
    page
      .locator('main :is(button, a, input):visible')
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? each.textContent.trim()));
  const names = await shown();
  const menu = page.getByRole('button', { name: /^(More actions|Actions for .*)$/ }).first();
  if ((await menu.count()) === 0) return names;
  await menu.click();
  const withMenu = await shown();
  await page.keyboard.press('Escape');
  return withMenu;
}

describeInChromium((open) => {
  describe('when someone else made a change first', () => {
    it('shows the current delivery', async () => {
      const account = await createSignedIn(service);
      const { id } = await createDelivery(account);
      await using visit = await open(`${service.url}/settings/deliveries/${id}`, account);
      const { page, problems } = visit;
      await page.getByText('Pending', { exact: true }).first().waitFor();
      await account.call('PATCH', `/deliveries/${id}`, { body: { status: 'cancelled' } });
      await pressTwice(page, 'Mark as in transit');
      await page
        .getByRole('alert')
        .filter({ hasText: /This delivery was cancelled at .* by / })
        .waitFor();
      await page.getByText('Cancelled', { exact: true }).first().waitFor();
      expect(await page.getByRole('button', { name: 'Mark as in transit' }).count()).toBe(0);
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(problems).toEqual([]);
    });

    it('shows how much can still be returned', async () => {
      const account = await createSignedIn(service);
      const delivery = await createSentDelivery(account);
      await using visit = await open(`${service.url}/settings/deliveries/${delivery.id}`, account);
      const { page, problems } = visit;
      await press(page, 'Record return');
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Up to 10 can be returned').waitFor();
      const product = delivery.products[0].product_id;
      await createReturn(account, { delivery_id: delivery.id, product_id: product, quantity: 8 });
      await dialog.getByLabel('Quantity').fill('5');
      await dialog.getByLabel('Reason').selectOption('expired');
      await press(dialog, 'Record return');
      await dialog.getByText('Exceeds what can still be returned: 2.').waitFor();
      await dialog.getByText('Up to 2 can be returned', { exact: true }).waitFor();
      expect(await dialog.getByLabel('Reason').inputValue()).toBe('expired');
      expect(problems).toEqual([]);
    });
  });

  it('shows controls and forms that change something only to people whose role includes it', async () => {
    const account = await createSignedIn(service);
    const addresses = await fillShop(account);
    const { id, bread, url } = await createLinked(account);
    await submit(url, { [`received-${bread}`]: '8', [`reason-${bread}`]: 'damaged' });
    addresses['/deliveries/:received'] = `/deliveries/${id}`;
    addresses['/deliveries/:pending'] = addresses['/deliveries/:id/change']!.replace('/change', '');
    addresses['/trace'] += '&bestBeforeFrom=2026-01-01';
    await using visit = await open(`${service.url}/settings`, account);
    const { page, problems } = visit;
    const become = async (role: string) => {
      await service.database.pool.query('UPDATE people SET role = $2 WHERE account_id = $1', [
        account.id,
        role,
      ]);
      await page.reload();
    };

    await become('member');
    for (const [path, names] of Object.entries(CHANGES)) {
      await moveTo(page, addresses[path] ?? path);
      const missing = async () => {
        const shown = await controlsOn(page);
        return names.filter((name) => !shown.some((each) => each.startsWith(name)));
      };
      await expect.poll(missing, { message: path }).toEqual([]);
    }
    for (const role of ['viewer', 'developer']) {
      await become(role);
      // Developers see what viewers see, and pages of their own.
      const others = role === 'viewer' ? pagePaths() : Object.keys(FORMS);
      for (const path of new Set([...others, ...Object.keys(CHANGES)])) {
        await moveTo(page, addresses[path] ?? path);
        if (FORMS[path]) await page.getByText(`Your role, ${role}, cannot ${FORMS[path]}`).waitFor();
        if (path === '/account') continue;
        const names = await controlsOn(page);
        const shown = names.filter(
          (name) => CHANGES_RECORDS.test(name) || CHANGES[path]?.some((each) => name.startsWith(each)),
        );
        expect({ role, path, shown }).toEqual({ role, path, shown: [] });
      }
      await moveTo(page, '/deliveries');
      await page.getByLabel('Select all on this page').check();
      const bar = page.getByRole('region', { name: 'Selection' });
      expect((await bar.locator('button, a').allInnerTexts()).map((name) => name.trim())).toEqual([
        'Print notes',
        'Pick list',
        'Clear selection',
      ]);
    }
    expect(problems).toEqual([]);
  }, 120_000);

  it('finds no records that do not exist or belong to another account', async () => {
    const [account, other] = [await createSignedIn(service), await createSignedIn(service)];
    const theirs = await createReturn(other);
    const delivery = await createDelivery(other);
    const { id: supermarket } = await createSupermarket(other);
    await using visit = await open(`${service.url}/settings`, account);
    const { page, problems } = visit;
    const paths = {
      [`/deliveries/${delivery.id}`]: 'This delivery',
      [`/returns/${theirs.id}`]: 'This return',
      [`/products/${theirs.product_id}`]: 'This product',
      [`/supermarkets/${supermarket}`]: 'This supermarket',
      '/deliveries/no-number': 'This delivery',
    };
    for (const [path, what] of Object.entries(paths)) {
      await moveTo(page, path);
      await page.getByText(`${what} does not exist`).waitFor();
    }
    expect(problems).toEqual([]);
  });
});
