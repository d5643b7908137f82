import { afterAll, expect, it } from 'vitest';
import { ask } from '../support/graphql/ask.ts';
import { startMailbox } from '../support/mail/mailbox.ts';
import { createDriver, createReceived } from '../support/records/drivers.ts';
import { createLinked, linkOf, submit } from '../support/records/receipts.ts';
import { createSentDelivery } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo, moveTo } from '../support/service/settings.ts';
import { overflowOf, violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';

const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const service = useService({ mail: { url: mailbox.url, from: 'receipts@provender.example' } });
const PHONE = { viewport: { width: 375, height: 812 }, locale: 'en-GB' };
const READ = `query ($id: ID!) { delivery(id: $id) { status receipt { state disputes { id status answer } } } }`;

describeInChromium((open) => {
  it('shows what waits, and asks the branch, which answers on its link', async () => {
    const account = await createSignedIn(service);
    const { id, bread, url } = await createLinked(account);
    await submit(url, { [`received-${bread}`]: '8', [`reason-${bread}`]: 'damaged' });
    await using visit = await open(`${service.url}/settings`, account);
    const { page, problems } = visit;
    const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Receipts/ });
    await expect.poll(() => entry.textContent()).toMatch(/^\s*Receipts\s*1 to check$/);
    await entry.click();
    const row = page.getByRole('row').filter({ hasText: `#${id}` });
    await row.getByText('Rye <b>Bread: 8 of 10 (damaged)').waitFor();
    await row.getByText('Disputed', { exact: true }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await row.getByRole('button', { name: 'Ask the branch about Rye <b>Bread' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('8 of 10 received, damaged').waitFor();
    await dialog.getByLabel('Question').fill('Were the crates wet?');
    expect(await violationsOf(page)).toEqual([]);
    expect(await dialog.getByLabel('Mail it to the contact address of the supermarket').isChecked()).toBe(
      true,
    );
    await dialog.getByRole('button', { name: 'Send question' }).click();
    await page.getByText(/Question mailed to \S+@/).waitFor();
    await row.getByText('Question: Were the crates wet?').waitFor();
    await row.getByText('Asked', { exact: true }).waitFor();
    await expect.poll(() => entry.textContent()).toMatch(/^\s*Receipts\s*$/);

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copy = row.getByRole('button', { name: `Copy the receipt link of delivery #${id}` });
    await copy.click();
    await page.getByText('Link copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(new RegExp(`^${service.url}/r/[\\w-]+$`));
    await copy.click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(copied);

    await page.goto(copied);
    await page.getByText('The supplier asks: Were the crates wet?').waitFor();
    expect(await page.getByRole('heading', { level: 2 }).first().textContent()).toBe(
      'A question from the supplier',
    );
    expect(await violationsOf(page)).toEqual([]);
    await page.setViewportSize(PHONE.viewport);
    expect(await overflowOf(page)).toBe(0);
    await page.getByLabel('Your answer').fill('No, torn');
    await page.getByRole('button', { name: 'Send answer' }).click();
    await page.getByText('Answer sent: No, torn').waitFor();
    expect((await ask(account, READ, { id })).delivery.receipt).toMatchObject({
      state: 'DISPUTED',
      disputes: [{ answer: 'No, torn' }],
    });

    await goTo(page, service.url, '/receipts');
    await page.getByText('Answer: No, torn').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.getByRole('button', { name: 'Decline the dispute about Rye <b>Bread' }).click();
    await page.getByText('Dispute declined').waitFor();
    await page.getByText('No receipts wait for you').waitFor();
    expect((await ask(account, READ, { id })).delivery).toMatchObject({
      status: 'COMPLETED',
      receipt: { state: 'SETTLED' },
    });
    await page.goto(url);
    await page.getByText('declined by the supplier').waitFor();
    expect(problems).toEqual([]);
  }, 90_000);

  it('keeps a question whose mail failed, and mails it when it is sent again', async () => {
    const account = await createSignedIn(service);
    const { bread, url } = await createLinked(account);
    await submit(url, { [`received-${bread}`]: '8' });
    await using visit = await open(`${service.url}/settings`, account);
    const { page } = visit;
    await goTo(page, service.url, '/receipts');
    let isCut = true;
    await page.route('**/graphql', (route) =>
      isCut && route.request().postData()?.includes('MailReceiptLink') ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: 'Ask the branch about Rye <b>Bread' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Question').fill('Were the crates wet?');
    const send = dialog.getByRole('button', { name: 'Send question' });
    await send.click();
    await dialog.getByRole('alert').waitFor();
    expect(await (await fetch(url)).text()).toContain('Were the crates wet?');
    isCut = false;
    await send.click();
    await page.getByText(/Question mailed to \S+@/).waitFor();
    expect(await dialog.count()).toBe(0);
  });

  it('shows who decided first what another one decided', async () => {
    const account = await createSignedIn(service);
    const { id, bread, url } = await createLinked(account);
    await submit(url, { [`received-${bread}`]: '8' });
    await using visit = await open(`${service.url}/settings/deliveries/${id}`, account);
    const { page } = visit;
    const decline = page.getByRole('button', { name: 'Decline the dispute about Rye <b>Bread' });
    await decline.waitFor();
    await ask(account, 'mutation ($id: ID!) { acceptReceipt(deliveryId: $id) { id } }', { id });
    await decline.click();
    const toast = page.getByRole('status').locator('p', { hasText: 'This dispute was already accepted' });
    await toast.waitFor();
    // Nothing was done, so there is no tick.
    expect(await toast.locator('svg.lucide-info').count()).toBe(1);
    await page.getByRole('cell', { name: 'Accepted' }).waitFor();
    expect(await decline.count()).toBe(0);
  });

  it('accepts many at once, leaves disputes to be decided, and lists what is settled', async () => {
    const account = await createSignedIn(service);
    const confirmed = await createSentDelivery(account);
    await submit(await linkOf(account, confirmed.id), {});
    const { id, bread, url } = await createLinked(account);
    await submit(url, { [`received-${bread}`]: '8' });
    await using visit = await open(`${service.url}/settings/receipts`, account);
    const { page, problems } = visit;
    await page.getByLabel('Select all on this page').check();
    await page.getByText('1 with disputes to decide one by one').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Accept 1 receipt' }).click();
    await page.getByText('1 receipt accepted').waitFor();
    await expect
      .poll(() =>
        page
          .getByRole('row')
          .filter({ hasText: `#${confirmed.id}` })
          .count(),
      )
      .toBe(0);
    await page
      .getByRole('row')
      .filter({ hasText: `#${id}` })
      .waitFor();
    await page.getByLabel('State').selectOption('Settled');
    await page
      .getByRole('row')
      .filter({ hasText: `#${confirmed.id}` })
      .waitFor();
    await page.getByLabel('State').selectOption('Asked');
    await page.getByText('No receipts are asked').waitFor();
    await moveTo(page, '/deliveries?receiptState=DISPUTED');
    await page.getByText('1 delivery', { exact: true }).waitFor();
    expect(problems).toEqual([]);
  });

  it('has what a driver records short checked, alone and with others', async () => {
    const account = await createSignedIn(service);
    const driver = await createDriver(service, account);
    const short = await createReceived(account, driver, 8, {
      temperatures: [{ zone: 'CHILLED', celsius: 9.5 }],
      signature: [
        [
          [0, 0],
          [40, 25],
        ],
      ],
    });
    const full = await createReceived(account, driver, 10);
    await using visit = await open(`${service.url}/settings/receipts`, account);
    const { page, problems } = visit;
    const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Receipts/ });
    await expect.poll(() => entry.textContent()).toMatch(/^\s*Receipts\s*1 to check$/);
    const rowOf = (id: string) => page.getByRole('row').filter({ hasText: `#${id}` });
    await rowOf(short).getByText('To check', { exact: true }).waitFor();
    await rowOf(short).getByText('recorded by Ann').waitFor();
    await rowOf(short).getByText('Oat Loaf: 2 returned (damaged)').waitFor();
    await rowOf(short).getByText('Chilled 9.5 °C').waitFor();
    expect(await rowOf(full).count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    await rowOf(short).getByRole('button', { name: 'Signature' }).click();
    const dialog = page.getByRole('dialog', { name: `Receipt of delivery #${short}` });
    await dialog.getByRole('img', { name: 'Signature' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await rowOf(short)
      .getByRole('button', { name: `Checked: receipt of delivery #${short}` })
      .click();
    await page.getByText('Receipt checked', { exact: true }).waitFor();
    await page.getByText('No receipts wait for you').waitFor();
    await expect.poll(() => entry.textContent()).toMatch(/^\s*Receipts\s*$/);

    await page.getByLabel('State').selectOption('Settled');
    await rowOf(full).getByText('recorded by Ann').waitFor();
    await rowOf(short).getByText('checked by Owner').waitFor();
    await rowOf(short).getByText('Oat Loaf: 2 returned (damaged)').waitFor();

    const others = [await createReceived(account, driver, 8), await createReceived(account, driver, 0)];
    await goTo(page, service.url, `/deliveries/${others[0]}`);
    await page.getByText('On this page, Ann').waitFor();
    await goTo(page, service.url, '/receipts');
    await page.setViewportSize(PHONE.viewport);
    await rowOf(others[0]!).waitFor();
    expect(await overflowOf(page)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'Check 2 receipts' }).click();
    await page.getByText('2 receipts checked').waitFor();
    await page.getByText('No receipts wait for you').waitFor();

    const last = await createReceived(account, driver, 8);
    await goTo(page, service.url, `/deliveries/${last}`);
    await page.getByRole('button', { name: 'Checked', exact: true }).click();
    await page.getByText('Receipt checked', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Checked', exact: true }).count()).toBe(0);
    expect((await ask(account, READ, { id: last })).delivery.receipt.state).toBe('SETTLED');
    expect(problems).toEqual([]);
  }, 90_000);
});
