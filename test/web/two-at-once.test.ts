import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ask } from '../support/graphql/ask.ts';
import { createDelivery, createProduct, createSupermarket, inDays } from '../support/records/records.ts';
import { join } from '../support/service/people.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo, type SignedIn } from '../support/service/settings.ts';
import { createVisitor } from '../support/service/visitor.ts';
import { describeInChromium, type Open } from '../support/web/browser.ts';
import { heading } from './delivery-page.ts';
import { press } from '../support/web/press.ts';

const service = useService();

/** A form of an existing record. */
interface Form {
  /** Creates the record, and returns the path of its page. */
  create: (account: SignedIn) => Promise<string>;
  /** Opens the form, unless it is a part of the page. */
  open?: (page: Page) => Promise<void>;
  /** The labels of two text fields, with the names of their columns. */
  fields: [label: string, column: string][];
  table: string;
  save: string;
  saved: string;
}

async function supermarketPath(account: SignedIn): Promise<string> {
  return `/supermarkets/${(await createSupermarket(account)).id}`;
}

const FORMS: Record<string, Form> = {
  product: {
    create: async (account) => `/products/${(await createProduct(account)).id}`,
    open: (page) => press(page, 'Edit'),
    fields: [
      ['Brand', 'brand'],
      ['Packaging', 'packaging'],
    ],
    table: 'products',
    save: 'Save',
    saved: 'Product saved',
  },
  supermarket: {
    create: supermarketPath,
    open: (page) => page.locator('header').getByRole('button', { name: 'Edit', exact: true }).first().click(),
    fields: [
      ['Contact e-mail', 'contact_email'],
      ['Your number', 'reference'],
    ],
    table: 'supermarkets',
    save: 'Save',
    saved: 'Supermarket saved',
  },
  branch: {
    create: supermarketPath,
    open: (page) => press(page, 'Edit Harbour'),
    fields: [
      ['Address', 'address'],
      ['Telephone', 'phone'],
    ],
    table: "(SELECT * FROM branches WHERE name = 'Harbour') AS branch",
    save: 'Save',
    saved: 'Branch saved',
  },
  profile: {
    create: async () => '/account',
    fields: [
      ['Address', 'address'],
      ['Telephone', 'phone'],
    ],
    table: '(SELECT id AS account_id, address, phone FROM accounts) AS account',
    save: 'Save',
    saved: 'Profile saved',
  },
  webhook: {
    create: async (account) => {
      const body = { url: 'http://127.0.0.1:1/', events: ['product.created'] };
      return `/webhooks/${(await account.call('POST', '/webhooks', { body })).json.data.id}`;
    },
    open: (page) => press(page, 'Edit'),
    fields: [
      ['URL', 'url'],
      ['Description', 'description'],
    ],
    table: 'webhook_subscriptions',
    save: 'Save',
    saved: 'Webhook saved',
  },
  'standing order': {
    async create(account) {
      const { id: productId } = await createProduct(account);
      const { id: supermarketId, branches } = await createSupermarket(account);
      const place = { supermarketId, branchId: branches[0].id };
      const lines = [{ productId, quantity: 10 }];
      const { createStandingOrder } = await ask(
        account,
        'mutation ($input: CreateStandingOrderInput!) { createStandingOrder(input: $input) { id } }',
        { input: { ...place, lines, weekdays: ['MONDAY'], startsOn: inDays(1) } },
      );
      return `/standing-orders/${createStandingOrder.id}/change`;
    },
    fields: [
      ['Order number', 'order_number'],
      ['Your number', 'reference'],
    ],
    table: 'standing_orders',
    save: 'Save changes',
    saved: 'Standing order saved',
  },
};

const VALUES: Record<string, [one: string, other: string]> = {
  contact_email: ['one@market.example', 'other@market.example'],
  url: ['https://one.example/', 'https://other.example/'],
  phone: ['+49 30 1', '+49 30 2'],
};

describeInChromium((open) => {
  it.each(Object.keys(FORMS))('keeps both changes of a %s that two people edit', async (noun) => {
    const form = FORMS[noun]!;
    const account = await createSignedIn(service);
    await using visits = await openTwice(open, account, form);
    const { one, other } = visits;
    const [[label, column], [otherLabel, otherColumn]] = form.fields as [[string, string], [string, string]];
    const [mine] = valuesOf(column);
    const [theirs] = valuesOf(otherColumn);
    await formOf(other.page).getByLabel(otherLabel, { exact: false }).first().fill(theirs);
    await press(formOf(other.page), form.save);
    await other.page.getByText(form.saved).waitFor();
    await formOf(one.page).getByLabel(label, { exact: false }).first().fill(mine);
    await press(formOf(one.page), form.save);
    await one.page.getByText(form.saved).waitFor();
    expect(await stored(form, account)).toMatchObject({ [column]: mine, [otherColumn]: theirs });
  });

  it.each(Object.keys(FORMS))(
    'shows both values of a %s where two people changed the same field',
    async (noun) => {
      const form = FORMS[noun]!;
      const account = await createSignedIn(service);
      await using visits = await openTwice(open, account, form);
      const { one, other } = visits;
      const [[label, column]] = form.fields as [[string, string]];
      const [mine, theirs] = valuesOf(column);
      await formOf(other.page).getByLabel(label, { exact: false }).first().fill(theirs);
      await press(formOf(other.page), form.save);
      await other.page.getByText(form.saved).waitFor();
      await formOf(one.page).getByLabel(label, { exact: false }).first().fill(mine);
      await press(formOf(one.page), form.save);
      const row = one.page.getByRole('row').filter({ hasText: label }).filter({ hasText: mine });
      await row.getByText(theirs).waitFor();
      expect(await one.page.evaluate(() => document.activeElement?.textContent)).toContain(
        'Somebody changed this',
      );
      expect(await stored(form, account)).toMatchObject({ [column]: theirs });
      await press(formOf(one.page), 'Save my values');
      await one.page.getByText(form.saved).waitFor();
      expect(await stored(form, account)).toMatchObject({ [column]: mine });
    },
  );

  it('keeps the saved values of a branch if that is wanted', async () => {
    const form = FORMS.branch!;
    const account = await createSignedIn(service);
    await using visits = await openTwice(open, account, form);
    const { one, other } = visits;
    for (const [{ page }, value] of [
      [other, 'theirs'],
      [one, 'mine'],
    ] as const) {
      await formOf(page).getByLabel('Address').fill(value);
      await press(formOf(page), 'Save');
    }
    await press(one.page, 'Keep saved values');
    await one.page.getByRole('dialog').waitFor({ state: 'detached' });
    await one.page.getByRole('cell', { name: 'theirs' }).waitFor();
    expect(await stored(form, account)).toMatchObject({ address: 'theirs' });
  });

  it('shows both values of a closed day, a role and a view', async () => {
    const account = await createSignedIn(service);
    const owner = createVisitor(service);
    owner.cookies.set(...(account.cookies[0]!.split('=') as [string, string]));
    const { id: person } = await join(service, owner, 'member');
    await createProduct(account, { name: 'Rye Bread' });
    await owner.data('mutation { saveView(list: PRODUCTS, name: "Mine", search: "archived=true") { id } }');
    await using visit = await open(`${service.url}/settings/closed-days`, account);
    const { page } = visit;
    const dialog = page.getByRole('dialog');
    const change = (sql: string, ...values: unknown[]) =>
      service.database.pool.query(sql, [account.id, ...values]);
    const saveOver = async (theirs: string, mine: string, label: string) => {
      await dialog.getByRole('row').filter({ hasText: mine }).getByText(theirs).waitFor();
      await press(dialog, label);
      await dialog.waitFor({ state: 'detached' });
    };

    await press(page, 'Add closed days');
    await dialog.getByLabel('First day').fill(inDays(10));
    await dialog.getByLabel('Reason').fill('Trade fair');
    const added = `INSERT INTO closed_days (account_id, date, reason, source) VALUES ($1, $2, $3, 'typed')`;
    await change(added, inDays(10), 'Stocktaking');
    await change(added, inDays(11), 'Outing');
    await press(dialog, 'Add');
    await saveOver('Closed: Stocktaking', 'Closed: Trade fair', 'Save my values');
    await page.getByRole('row', { name: /Trade fair/ }).waitFor();
    await page.getByRole('row', { name: /Outing/ }).waitFor();

    await goTo(page, service.url, '/people');
    await page
      .getByRole('button', { name: /^Change role of/ })
      .last()
      .click();
    await dialog.getByLabel('Role').selectOption('DEVELOPER');
    await change(`UPDATE people SET role = 'viewer' WHERE account_id = $1 AND id = $2`, person);
    await press(dialog, 'Change role');
    await saveOver('Viewer', 'Developer', 'Save my values');

    await goTo(page, service.url, '/products?search=rye');
    await press(page, 'Views');
    await press(page, 'Save view');
    await dialog.getByLabel('Name').fill('Mine');
    await change(`UPDATE saved_views SET search = 'search=oat' WHERE account_id = $1`);
    await press(dialog, 'Save');
    await saveOver('search=oat', 'search=rye', 'Save my values');

    const { rows } = await change(
      `SELECT role, search, (SELECT array_agg(reason ORDER BY date) FROM closed_days WHERE account_id = $1) AS reasons
       FROM people JOIN saved_views view USING (account_id) WHERE account_id = $1 AND people.id = $2`,
      person,
    );
    expect(rows).toEqual([{ role: 'developer', search: 'search=rye', reasons: ['Trade fair', 'Outing'] }]);
  });

  it('shows both lots of a line', async () => {
    const account = await createSignedIn(service);
    const { id } = await createDelivery(account);
    await using one = await open(`${service.url}/settings/deliveries/${id}`, account);
    await using other = await open(`${service.url}/settings/deliveries/${id}`, account);
    for (const [{ page }, lot] of [
      [one, 'MINE'],
      [other, 'THEIRS'],
    ] as const) {
      await page.getByRole('button', { name: /lots/i }).first().click();
      await page.getByRole('dialog').getByLabel('Lot', { exact: true }).fill(lot);
    }
    await press(other.page, 'Save lots');
    await other.page.getByText('Lots saved').waitFor();
    await press(one.page, 'Save lots');
    const row = one.page.getByRole('dialog').getByRole('row').filter({ hasText: 'MINE' });
    await row.getByText('THEIRS').waitFor();
    await press(one.page, 'Save my values');
    await one.page.getByText('Lots saved').waitFor();
    const { rows } = await service.database.pool.query(
      'SELECT lot FROM delivery_item_lots WHERE account_id = $1',
      [account.id],
    );
    expect(rows).toEqual([{ lot: 'MINE' }]);
  });

  it('changes a price whose product was renamed meanwhile, and not one that was changed', async () => {
    const account = await createSignedIn(service);
    const [rye, oat] = [
      await createProduct(account, { name: 'Rye Bread', price: 2 }),
      await createProduct(account, { name: 'Oat Loaf', price: 2 }),
    ];
    await using visit = await open(`${service.url}/settings/products`, account);
    const { page } = visit;
    await page.getByLabel('Select all on this page').check();
    await press(page, 'Change prices');
    await account.call('PATCH', `/products/${rye.id}`, { body: { name: 'Dark Rye Bread' } });
    await account.call('PATCH', `/products/${oat.id}`, { body: { price: 2.2 } });
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Rye Bread/).fill('2.5');
    await dialog.getByLabel(/^Oat Loaf/).fill('2.5');
    await press(dialog, 'Save');
    await dialog.getByText(/Somebody changed it to .*2\.20 meanwhile/).waitFor();
    const { rows } = await service.database.pool.query<{ price: string }>(
      'SELECT price FROM products WHERE account_id = $1 ORDER BY id',
      [account.id],
    );
    expect(rows.map(({ price }) => price)).toEqual(['2.50', '2.20']);
  });

  it('leads a stale change of a delivery to the new version, with what was entered', async () => {
    const account = await createSignedIn(service);
    const [rye, oat] = [
      await createProduct(account, { name: 'Rye Bread' }),
      await createProduct(account, { name: 'Oat Loaf' }),
    ];
    const products = [rye, oat].map(({ id }) => ({ product_id: id, quantity: 10 }));
    const { id } = await createDelivery(account, { products });
    const path = `/deliveries/${id}/change`;
    await using one = await open(`${service.url}/settings${path}`, account);
    await using other = await open(`${service.url}/settings${path}`, account);
    await quantityOf(one.page, 0).fill('7');
    await one.page.getByLabel('Carrier').fill('Bike');
    await quantityOf(other.page, 1).fill('4');
    await other.page.getByLabel('Carrier').fill('Van');
    await press(other.page, 'Save changes');
    await heading(other.page, /^Delivery #\d+$/);
    const newer = (await other.page.locator('h1').innerText()).replace('Delivery ', '');
    await press(one.page, 'Save changes');
    await heading(one.page, new RegExp(`^Change delivery ${newer}$`));
    const carrier = one.page.getByRole('row').filter({ hasText: 'Carrier' });
    expect(await carrier.getByRole('cell').allInnerTexts()).toEqual(['Bike', 'Van']);
    expect([await quantityOf(one.page, 0).inputValue(), await quantityOf(one.page, 1).inputValue()]).toEqual([
      '7',
      '4',
    ]);
    await press(one.page, 'Save changes');
    await heading(one.page, /^Delivery #\d+$/);
    const { rows } = await service.database.pool.query(
      `SELECT array_agg(quantity ORDER BY position) AS quantities, carrier FROM delivery_items
       JOIN deliveries delivery USING (account_id) WHERE delivery.id = delivery_id AND status = 'pending' AND account_id = $1
       GROUP BY carrier`,
      [account.id],
    );
    expect(rows).toEqual([{ quantities: [7, 4], carrier: 'Bike' }]);
    await goTo(one.page, service.url, path);
    await one.page.getByRole('link', { name: `Change ${newer}` }).waitFor();
  });

  it('keeps what was entered for a delivery that has left meanwhile', async () => {
    const account = await createSignedIn(service);
    const { id } = await createDelivery(account);
    await using visit = await open(`${service.url}/settings/deliveries/${id}/change`, account);
    const { page } = visit;
    await page.getByLabel('Notes').fill('Ring twice');
    await account.call('PATCH', `/deliveries/${id}`, { body: { status: 'in_transit' } });
    await press(page, 'Save changes');
    await page.getByText(/is in transit, and only a pending delivery can be changed/).waitFor();
    expect(await page.getByLabel('Notes').inputValue()).toBe('Ring twice');
  });
});

function quantityOf(page: Page, line: number): Locator {
  return page.getByLabel('Quantity').nth(line);
}

async function openTwice(open: Open, account: SignedIn, { create, open: openForm }: Form) {
  const path = `${service.url}/settings${await create(account)}`;
  const [one, other] = [await open(path, account), await open(path, account)];
  for (const { page } of [one, other]) await openForm?.(page);
  return {
    one,
    other,
    async [Symbol.asyncDispose]() {
      await one[Symbol.asyncDispose]();
      await other[Symbol.asyncDispose]();
    },
  };
}

/** Returns the dialog, or the first form of the page. */
function formOf(page: Page): Locator {
  const without = 'main:not(:has(dialog[open]))';
  return page.locator(`dialog[open], ${without} section:has(form), ${without} form:has(section)`).first();
}

function valuesOf(column: string): [string, string] {
  return VALUES[column] ?? ['One', 'Other'];
}

async function stored({ table }: Form, { id }: SignedIn): Promise<Record<string, string>> {
  const { rows } = await service.database.pool.query(`SELECT * FROM ${table} WHERE account_id = $1`, [id]);
  return rows[0] as Record<string, string>;
}
