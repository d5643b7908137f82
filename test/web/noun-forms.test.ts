import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  API_KEY_FORM,
  BRANCH_FORM,
  DELIVERY_FORM,
  PRODUCT_FORM,
  RETURN_FORM,
  STANDING_ORDER_FORM,
  SUPERMARKET_FORM,
  WEBHOOK_FORM,
} from '../../web/src/generated/forms.ts';
import {
  createProduct,
  createSentDelivery,
  createStandingOrder,
  createSupermarket,
  createWebhook,
} from '../support/records/records.ts';
import { ROOT } from '../support/process/process.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo, moveTo, type SignedIn } from '../support/service/settings.ts';
import { violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium, type Visit } from '../support/web/browser.ts';
import { press } from '../support/web/press.ts';

const service = useService();

/** The folders of the page that edit the fields of a noun. */
const FOLDERS: Record<string, object> = {
  'api-key': API_KEY_FORM,
  delivery: DELIVERY_FORM,
  product: PRODUCT_FORM,
  return: RETURN_FORM,
  'standing-order': STANDING_ORDER_FORM,
  supermarket: { ...SUPERMARKET_FORM, ...BRANCH_FORM },
  webhook: WEBHOOK_FORM,
};

it.each(Object.keys(FOLDERS))('names no field of a noun by hand in the forms of %s', (folder) => {
  const byHand = globSync(`web/src/*/${folder}/*.tsx`, { cwd: ROOT }).flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    const inputs = source.matchAll(
      /<(?:TextField|TextArea|NumberField|SelectField|Checkbox)\s+name="(\w+)"/g,
    );
    return (
      Array.from(inputs, ([, name]) => name!)
        // A reversal has a reason of its own.
        .filter((name) => name in FOLDERS[folder]! && !file.endsWith('undo-return.tsx'))
        .map((name) => `${file}: ${name}`)
    );
  });
  expect(byHand).toEqual([]);
});

/** A form, how to get there, and the fields that it leaves to another one. */
interface Form {
  fields: object;
  path: (account: SignedIn) => Promise<string> | string;
  open?: (page: Page) => Promise<void>;
  without?: string[];
}

const edit = (page: Page) => press(page.getByRole('main'), 'Edit');
const supermarket = async (account: SignedIn) => `/supermarkets/${(await createSupermarket(account)).id}`;

const FORMS: Record<string, Form> = {
  product: {
    fields: PRODUCT_FORM,
    path: async (account) => `/products/${(await createProduct(account)).id}`,
    open: edit,
  },
  'new product': {
    fields: PRODUCT_FORM,
    path: () => '/products',
    open: (page) => press(page, 'New product'),
  },
  supermarket: { fields: SUPERMARKET_FORM, path: supermarket, open: edit },
  'new supermarket': { fields: SUPERMARKET_FORM, path: () => '/supermarkets/new', without: ['targets'] },
  branch: { fields: BRANCH_FORM, path: supermarket, open: (page) => press(page, 'Edit Harbour') },
  'new delivery': { fields: DELIVERY_FORM, path: () => '/deliveries/new' },
  'standing order': {
    fields: STANDING_ORDER_FORM,
    path: async (account) => `/standing-orders/${(await createStandingOrder(account)).id}/change`,
    without: ['pausedFrom', 'pausedUntil'],
  },
  return: {
    fields: RETURN_FORM,
    path: async (account) => `/deliveries/${(await createSentDelivery(account)).id}`,
    open: (page) => press(page, 'Record return'),
    // Only lines with lots have it.
    without: ['lot'],
  },
  'pause of a standing order': {
    fields: { pausedFrom: STANDING_ORDER_FORM.pausedFrom, pausedUntil: STANDING_ORDER_FORM.pausedUntil },
    path: async (account) => `/standing-orders/${(await createStandingOrder(account)).id}`,
    open: (page) => press(page, 'Pause'),
  },
  'API key': { fields: API_KEY_FORM, path: () => '/keys', open: (page) => press(page, 'Create key') },
  webhook: {
    fields: WEBHOOK_FORM,
    path: async (account) => `/webhooks/${(await createWebhook(account)).id}`,
    open: edit,
  },
};

describeInChromium((open) => {
  let account: SignedIn;
  let visit: Visit;

  // These tests only look, so one account and one page are enough.
  beforeAll(async () => {
    account = await createSignedIn(service);
    visit = await open(`${service.url}/settings`, account);
  });
  afterAll(() => visit[Symbol.asyncDispose]());

  it.each(Object.keys(FORMS))('has an input with a label for each field of a %s', async (noun) => {
    const { fields, path, open: openForm, without = [] } = FORMS[noun]!;
    const { page, problems } = visit;
    await moveTo(page, await path(account));
    await openForm?.(page);
    for (const [name, { hint }] of Object.entries<{ hint?: string }>({ ...fields })) {
      if (without.includes(name)) continue;
      const input = page.locator(`form :is([name="${name}"], [name^="${name}."])`).first();
      await input.waitFor();
      // A list shows its values instead of an example.
      const isList = await input.evaluate(({ tagName }) => tagName === 'SELECT');
      if (hint === undefined || isList) continue;
      // The hint of a window is that of its group.
      const field = input.locator('xpath=ancestor::*[self::fieldset or self::div][position() <= 3]');
      expect([name, await field.filter({ hasText: hint }).count()]).not.toEqual([name, 0]);
    }
    expect(await violationsOf(page, 'form')).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('keeps the lines of an address, whatever else is changed', async () => {
    const account = await createSignedIn(service);
    const address = '2 Quay Street\nOakfield\nOA1 2BC';
    const branches = [{ name: 'Harbour', address }];
    const { id } = await createSupermarket(account, { branches });
    await service.database.pool.query('UPDATE accounts SET address = $2 WHERE id = $1', [
      account.id,
      address,
    ]);
    await using visit = await open(`${service.url}/settings/supermarkets/${id}`, account);
    const { page, problems } = visit;
    await press(page, 'Edit Harbour');
    await page.getByRole('dialog').getByLabel('Telephone').fill('+44 1632 960001');
    await press(page.getByRole('dialog'), 'Save');
    await page.getByText('Branch saved').waitFor();
    await goTo(page, service.url, '/account');
    await page.getByLabel('Telephone').fill('+44 1632 960001');
    await press(page.locator('form').filter({ hasText: 'Telephone' }), 'Save');
    await page.getByText('Profile saved').waitFor();
    const { rows } = await service.database.pool.query(
      `SELECT address, phone FROM branches WHERE account_id = $1
       UNION ALL SELECT address, phone FROM accounts WHERE id = $1`,
      [account.id],
    );
    expect(rows).toEqual([1, 2].map(() => ({ address, phone: '+44 1632 960001' })));
    expect(problems).toEqual([]);
  });

  it('refuses a text that is too long, and cuts nothing off it', async () => {
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings/standing-orders/new`, account);
    const { page, problems } = visit;
    const number = page.getByLabel('Your number');
    const pasted = `PO-${'7'.repeat(100)}`;
    await number.focus();
    await page.keyboard.insertText(pasted);
    expect(await number.inputValue()).toBe(pasted);
    await press(page, 'Create standing order');
    await page.getByText('Must be at most 100 characters.').waitFor();
    await number.fill('PO-7');
    await page.getByText('Must be at most 100 characters.').waitFor({ state: 'detached' });
    expect(await page.locator(':is(main, dialog) form [maxlength]').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('brings an error into view in a dialog of a phone', async () => {
    const account = await createSignedIn(service);
    const { id } = await createProduct(account);
    const viewport = { width: 375, height: 812 };
    await using visit = await open(`${service.url}/settings/products/${id}`, { ...account, viewport });
    const { page, problems } = visit;
    await edit(page);
    await page.getByLabel('Units per case').fill('1000001');
    await press(page.getByRole('dialog'), 'Save');
    const error = page.getByText('Must be 1,000,000 or less.');
    await error.waitFor();
    const isSeen = () =>
      error.evaluate((element) => {
        const { left, bottom } = element.getBoundingClientRect();
        return document.elementFromPoint(left + 1, bottom - 1) === element;
      });
    await expect.poll(isSeen).toBe(true);
    expect(problems).toEqual([]);
  });

  it('requires both parts of a cut-off or none, and keeps a checked box in the draft', async () => {
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings/supermarkets/new`, account);
    const { page, problems } = visit;
    await page.getByLabel('Refuse lots with less').check();
    await page.getByLabel('Leave prices out of delivery notes').check();
    await page.getByLabel('Name', { exact: true }).fill('Oakfield');
    await page.reload();
    await press(page, 'Continue your draft');
    expect(await page.getByLabel('Refuse lots with less').isChecked()).toBe(true);
    await page.getByLabel('Contact e-mail').fill('orders@oakfield.example');
    await page.getByLabel('Branch name').fill('Harbour');
    await page.getByLabel('Address').fill('2 Quay Street');
    await page.getByLabel('Cut-off time').fill('10:00');
    await press(page, 'Create supermarket');
    const days = page.getByLabel('Cut-off (days before delivery)');
    await expect.poll(() => days.getAttribute('aria-invalid')).toBe('true');
    await days.fill('15');
    await press(page, 'Create supermarket');
    await page.getByText('Must be 14 or less.').waitFor();
    await days.fill('2');
    await press(page, 'Create supermarket');
    await page.getByText('10:00, 2 days before').waitFor();
    const { rows } = await service.database.pool.query(
      'SELECT refuses_short_dated, hides_prices, cut_off_days_before, cut_off_time FROM supermarkets WHERE account_id = $1',
      [account.id],
    );
    expect(rows).toEqual([
      { refuses_short_dated: true, hides_prices: true, cut_off_days_before: 2, cut_off_time: '10:00' },
    ]);
    expect(problems).toEqual([]);
  });
});
