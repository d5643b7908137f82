import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ask } from '../support/graphql/ask.ts';
import {
  createDelivery,
  createProduct,
  createStandingOrder,
  createSupermarket,
} from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, settle, type SignedIn } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { choose, press } from '../support/web/press.ts';

const service = useService();

/** A form, and a field of it into which something is typed. */
interface Form {
  path: (account: SignedIn) => Promise<string> | string;
  open?: (page: Page) => Promise<void>;
  label: string;
  typed?: string;
  /** The label of the button that saves; empty for a form that needs more than the field. */
  save: string;
}

const edit = (page: Page) => press(page.getByRole('main'), 'Edit');
const supermarket = async (account: SignedIn) => `/supermarkets/${(await createSupermarket(account)).id}`;

const FORMS: Record<string, Form> = {
  product: {
    path: async (account) => `/products/${(await createProduct(account)).id}`,
    open: edit,
    label: 'Brand',
    save: 'Save',
  },
  supermarket: { path: supermarket, open: edit, label: 'Your number', save: 'Save' },
  branch: { path: supermarket, open: (page) => press(page, 'Edit Harbour'), label: 'Address', save: 'Save' },
  profile: { path: () => '/account', label: 'Address', save: 'Save' },
  'pending delivery': {
    path: async (account) => `/deliveries/${(await createDelivery(account)).id}/change`,
    label: 'Carrier',
    save: 'Save changes',
  },
  withdrawal: {
    path: () => '/withdrawals/new',
    label: 'Instruction',
    save: '',
  },
  'date of a standing order': {
    path: async (account) => {
      const { id } = await createStandingOrder(account);
      const document = '{ standingOrders { nodes { next { date } } } }';
      const { standingOrders } = await ask(account, document);
      return `/standing-orders/${id}/dates/${standingOrders.nodes[0].next.date}`;
    },
    label: 'Quantity',
    typed: '77',
    save: 'Save this date',
  },
  'standing order': {
    path: async (account) => `/standing-orders/${(await createStandingOrder(account)).id}/change`,
    label: 'Lead time (days)',
    typed: '3',
    save: 'Save changes',
  },
};

async function kept(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(sessionStorage).filter((key) => /^draft:(?!sent)/.test(key)));
}

describeInChromium((open) => {
  it.each(Object.keys(FORMS))(
    'keeps what was typed about a %s through a reload, until it is saved',
    async (noun) => {
      const { path, open: openForm, label, typed = 'Typed before', save } = FORMS[noun]!;
      const account = await createSignedIn(service);
      await using visit = await open(`${service.url}/settings${await path(account)}`, account);
      const { page, problems } = visit;
      const form = () =>
        page
          .locator('form')
          .filter({ has: page.getByLabel(label) })
          .first();
      await openForm?.(page);
      await form().getByLabel(label).fill(typed);
      await page.reload();
      await settle(page);
      await openForm?.(page);
      await form().getByLabel(label).waitFor();
      expect(await form().getByLabel(label).inputValue()).not.toBe(typed);
      await press(page, 'Continue your draft');
      await expect.poll(() => form().getByLabel(label).inputValue()).toBe(typed);
      if (save === '') return;
      await press(openForm ? page.getByRole('dialog') : form(), save);
      await page
        .getByText(/(saved|changed)$/)
        .first()
        .waitFor();
      await expect.poll(() => kept(page)).toEqual([]);
      expect(problems).toEqual([]);
    },
  );

  it('offers no draft of a record that somebody else changed meanwhile', async () => {
    const account = await createSignedIn(service);
    const { id } = await createProduct(account);
    await using visit = await open(`${service.url}/settings/products/${id}`, account);
    const { page } = visit;
    const brand = page.getByRole('dialog').getByLabel('Brand');
    await edit(page);
    await brand.fill('Mine');
    expect(await kept(page)).toHaveLength(1);
    const body = { brand: 'Theirs' };
    expect((await account.call('PATCH', `/products/${id}`, { body })).status).toBe(200);
    await page.reload();
    await settle(page);
    await edit(page);
    await expect.poll(() => brand.inputValue()).toBe('Theirs');
    expect(await page.getByText('You have a draft').count()).toBe(0);
  });

  it('keeps the lines and days of a new standing order', async () => {
    const account = await createSignedIn(service);
    await createProduct(account, { name: 'Rye Bread' });
    const { id } = await createSupermarket(account);
    await using visit = await open(
      `${service.url}/settings/standing-orders/new?supermarketId=${id}`,
      account,
    );
    const { page, problems } = visit;
    await choose(page, 'Branch', 'Harbour');
    await page.getByRole('group', { name: 'Days of the week' }).getByText('Tue', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Product' }).pressSequentially('Rye');
    await page.getByRole('option', { name: 'Rye Bread' }).click();
    await page.getByLabel('Quantity').fill('12');
    await page.getByRole('textbox', { name: 'Notes' }).fill('Ring twice');
    await page.reload();
    await press(page, 'Continue your draft');
    await expect.poll(() => page.getByLabel('Quantity').inputValue()).toBe('12');
    expect(await page.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe('Ring twice');
    await expect.poll(() => page.getByRole('combobox', { name: 'Branch' }).inputValue()).toBe('Harbour');
    await press(page, 'Create standing order');
    await page.getByRole('heading', { level: 1, name: /^Standing order #/ }).waitFor();
    expect(await kept(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
