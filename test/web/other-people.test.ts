import { describe, expect, it } from 'vitest';
import { describeInChromium } from '../support/web/browser.ts';
import { press, pressTwice } from '../support/web/press.ts';
import {
  createDelivery,
  createReturn,
  createSentDelivery,
  createSupermarket,
} from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo } from '../support/service/settings.ts';

const service = useService();

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
        .filter({ hasText: 'A delivery that is cancelled cannot become in transit. Its status is final.' })
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
      await dialog.getByLabel('Reason').fill('expired');
      await press(dialog, 'Record return');
      await dialog.getByText('Exceeds what can still be returned: 2.').waitFor();
      await dialog.getByText('Up to 2 can be returned', { exact: true }).waitFor();
      expect(await dialog.getByLabel('Reason').inputValue()).toBe('expired');
      expect(problems).toEqual([]);
    });
  });

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
      await goTo(page, service.url, path);
      await page.getByText(`${what} does not exist`).waitFor();
    }
    expect(problems).toEqual([]);
  });
});
