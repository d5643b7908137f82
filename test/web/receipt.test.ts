import { expect, it } from 'vitest';
import { ask } from '../support/graphql/ask.ts';
import { createLinked, linkOf } from '../support/records/receipts.ts';
import { createDelivery, createProduct, createSentDelivery } from '../support/records/records.ts';
import type { TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, moveTo, pagePaths, settle } from '../support/service/settings.ts';
import { overflowOf, violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';

/** Creates a delivery in transit with a lot that is recalled. */
async function stageRecall(account: TestAccount) {
  const product = `Wholegrain rye bread with sunflower seeds ${'and linseed '.repeat(6)}`.trim();
  const { id } = await createProduct(account, { name: product });
  const delivery = await createSentDelivery(account, {
    products: [{ product_id: id, quantity: 6, lots: [{ lot: 'A', quantity: 6 }] }],
  });
  const input = { kind: 'RECALL', productId: String(id), lots: ['A'], reason: 'Glass', instruction: 'Hold' };
  await ask(account, 'mutation ($input: CreateWithdrawalInput!) { createWithdrawal(input: $input) { id } }', {
    input,
  });
  return { product, line: delivery.id };
}

const service = useService();
const READ = `query($id: ID!) { delivery(id: $id) { receipt {
  by signature temperatures { zone celsius } disputes { productId received reason } photos { mediaType }
} } }`;
const PHONE = { viewport: { width: 375, height: 812 } };

describeInChromium((open) => {
  it('keeps the form of a receipt link without a network, sends it with one, and shows it to the supplier', async () => {
    const account = await createSignedIn(service);
    const { id, bread, url } = await createLinked(account);
    await using visit = await open(url, { ...PHONE, cookies: account.cookies });
    const { page, problems } = visit;
    await page.evaluate(() => navigator.serviceWorker.ready);
    // From now on the page is kept.
    await page.reload();
    expect(await page.getByLabel('If less, why').first().isVisible()).toBe(false);
    await page.getByLabel('Received', { exact: true }).first().fill('8');
    await page.getByLabel('If less, why').first().selectOption('damaged');
    await page.getByLabel('Chilled').fill('9.5');
    await page.getByLabel('Received by').fill('Bea');
    await page.locator('canvas').scrollIntoViewIfNeeded();
    const canvas = (await page.locator('canvas').boundingBox())!;
    await page.mouse.move(canvas.x + 10, canvas.y + 10);
    await page.mouse.down();
    await page.mouse.move(canvas.x + 60, canvas.y + 40);
    await page.mouse.up();
    await page.getByLabel('Photos').setInputFiles({
      name: 'crate.png',
      mimeType: 'image/png',
      buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 40 } }),
    });
    await page.getByRole('button', { name: 'Remove photo 1' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    expect(problems).toEqual([]);

    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Confirm receipt' }).click();
    await page.getByText('No connection.').waitFor();
    await page.reload();
    expect(await page.getByLabel('Received by').inputValue()).toBe('Bea');
    expect((await ask(account, READ, { id })).delivery.receipt).toBeNull();

    await page.context().setOffline(false);
    await page.getByText('Confirmed by Bea').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const { receipt } = (await ask(account, READ, { id })).delivery;
    expect(receipt).toMatchObject({
      by: 'LINK',
      signature: expect.stringMatching(/^M0 0L/),
      temperatures: [{ zone: 'CHILLED', celsius: 9.5 }],
      disputes: [{ productId: String(bread), received: 8, reason: 'damaged' }],
      photos: [{ mediaType: 'image/jpeg' }],
    });

    problems.length = 0;
    await page.goto(`${service.url}/settings/deliveries/${id}`);
    await settle(page);
    await page.getByRole('img', { name: 'Signature' }).waitFor();
    const photo = page.getByRole('img', { name: 'Goods at the door, 1' });
    await photo.scrollIntoViewIfNeeded();
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);
    expect(await violationsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.getByRole('button', { name: 'Accept receipt' }).click();
    const question = page.getByRole('dialog', { name: 'Accept the receipt?' });
    await question.getByText('will be recorded as returned and credited').waitFor();
    await question.getByRole('button', { name: 'Accept receipt' }).click();
    await page.getByText('Receipt accepted').waitFor();
    await page.getByRole('cell', { name: 'Accepted' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Accept receipt' }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('leads a branch on a phone from a slip at its field to the green box, in the type and the zone of the supplier', async () => {
    const account = await createSignedIn(service);
    await service.database.pool.query(`UPDATE accounts SET time_zone = 'Europe/Berlin' WHERE id = $1`, [
      account.id,
    ]);
    const { product, line } = await stageRecall(account);
    await using visit = await open(await linkOf(account, line), { viewport: { width: 390, height: 844 } });
    const { page, problems } = visit;
    // The page has its own font, and its frames are closed however long a name is.
    await page.evaluate(() => document.fonts.ready);
    expect(await page.evaluate(() => document.fonts.check('1rem "Inter Variable"'))).toBe(true);
    const legend = page.locator('fieldset', { hasText: product }).first().locator('legend');
    expect(
      await legend.evaluate(
        (each) => each.getBoundingClientRect().top > each.parentElement!.getBoundingClientRect().top,
      ),
    ).toBe(true);
    const field = (label: string) => page.getByLabel(label, { exact: true }).first();
    const why = (label: string) =>
      field(label).evaluate((each) => [
        document.getElementById(each.getAttribute('aria-describedby') ?? '')?.textContent,
        document.activeElement === each,
      ]);

    await page.getByRole('button', { name: 'Confirm receipt' }).click();
    expect(await why('Received by')).toEqual(['Received by: enter your name, at most 200 characters', true]);
    await field('Chilled').fill('cold');
    await field('Received by').fill('Bea');
    expect(await why('Received by')).toEqual([undefined, true]);
    await page.getByRole('button', { name: 'Confirm receipt' }).click();
    expect((await why('Chilled'))[0]).toMatch(/^Chilled: enter the temperature in °C/);
    expect(await violationsOf(page)).toEqual([]);
    await field('Chilled').fill('4,5');
    await page.getByRole('button', { name: 'Confirm receipt' }).click();
    const confirmed = page.getByRole('status').filter({ hasText: 'Confirmed by Bea' });
    await confirmed.waitFor();
    expect(await confirmed.innerText()).toMatch(
      /^Confirmed by Bea, \d+ \w+ \d{4} at \d\d:\d\d \(Europe\/Berlin\)\.$/,
    );
    // It is in sight, and green.
    expect(await confirmed.evaluate((each) => each.getBoundingClientRect().bottom < innerHeight)).toBe(true);
    expect(await confirmed.evaluate((each) => getComputedStyle(each).backgroundColor)).toMatch(
      /^rgb\(226, 243, 236\)|^rgb\(22, 51, 42\)/,
    );

    await field('Found').fill('many');
    await field('Your name').fill('Bea');
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    expect(await why('Found')).toEqual(['Found: enter how many you found, from 0 to 1,000,000', true]);
    await field('Found').fill('3');
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByRole('status').filter({ hasText: '(Europe/Berlin): 3 found.' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    expect(problems).toEqual([]);
  });

  it('shows a driver the stops of a day without prices, up to the receipt, by keyboard and on a phone, and nothing else', async () => {
    const account = await createSignedIn(service);
    const {
      id,
      products,
      delivery_date: date,
    } = await createDelivery(account, { notes: 'Ring at the gate' });
    await service.database.pool.query(
      `WITH phone AS (UPDATE branches SET phone = '+49 (30) 12' WHERE account_id = $1)
       UPDATE people SET role = 'driver' WHERE account_id = $1`,
      [account.id],
    );
    await using visit = await open(`${service.url}/settings`, { ...PHONE, cookies: account.cookies });
    const { page, problems } = visit;
    await page.getByText('No stops on').waitFor();
    await page.getByRole('link', { name: 'Next day' }).press('Enter');
    await page.getByRole('cell', { name: 'Pending' }).waitFor();
    expect(new URL(page.url()).search).toBe(`?date=${date}`);
    expect(await violationsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.getByRole('link', { name: '1 Market Square' }).press('Enter');
    await page.getByText('Ring at the gate').waitFor();
    expect(await page.getByRole('link', { name: '+49 (30) 12' }).getAttribute('href')).toBe('tel:+493012');
    expect(await page.getByRole('link', { name: /^Map/ }).getAttribute('href')).toContain('1+Market+Square');
    expect(await page.getByRole('button', { name: 'Cancel delivery' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Mark as in transit' }).press('Enter');
    await page.keyboard.press('Enter');

    await page.getByLabel('Received', { exact: true }).fill('8');
    await page.getByLabel('Reason').selectOption('damaged');
    await page.getByText('Temperatures').click();
    await page.getByLabel('Chilled').fill('9.5');
    await page.getByLabel('Received by').fill('Bea');
    const canvas = page.getByRole('img', { name: 'Signature' });
    await canvas.scrollIntoViewIfNeeded();
    const box = (await canvas.boundingBox())!;
    await page.mouse.move(box.x + 10, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 40);
    await page.mouse.up();
    const image = { mimeType: 'image/png', buffer: await page.screenshot({ clip: { ...box, height: 40 } }) };
    await page.getByLabel('Photos').setInputFiles({ name: 'crate.png', ...image });
    await page.getByRole('button', { name: 'Remove photo 1' }).waitFor();
    // Nothing is lost when the phone loads the page again.
    await page.reload();
    await page.getByRole('button', { name: 'Continue your draft' }).press('Enter');
    await page.getByRole('button', { name: 'Remove photo 1' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    expect(await page.locator('body').innerText()).not.toMatch(/price|total|€|2[.,]49|24[.,]90/i);
    await page.getByRole('button', { name: 'Confirm receipt' }).press('Enter');
    await page.getByText('Completed', { exact: true }).first().waitFor();
    expect((await ask(account, READ, { id: String(id) })).delivery.receipt).toMatchObject({
      by: 'SESSION',
      signature: expect.stringMatching(/^M0 0L/),
      temperatures: [{ zone: 'CHILLED', celsius: 9.5 }],
      photos: [{ mediaType: 'image/jpeg' }],
    });
    const { json } = await account.call('GET', '/returns');
    expect(json.data).toMatchObject([{ product_id: products[0].product_id, quantity: 2, reason: 'damaged' }]);

    await page.getByRole('button', { name: 'Menu' }).click();
    const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    expect((await entries.allInnerTexts()).map((text) => text.trim())).toEqual(['Stops', 'Account']);
    for (const path of pagePaths().filter((each) => !/^\/($|stops|account)/.test(each))) {
      await moveTo(page, path.replaceAll(/:\w+/g, String(id)));
      await page.getByText('Your role, driver, cannot').waitFor();
    }
    await page.keyboard.press('Control+k');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await moveTo(page, '/account');
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
    await page.getByText('Second factor').first().waitFor();
    expect(problems).toEqual([]);
  });
});
