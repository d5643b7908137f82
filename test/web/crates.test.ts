import { expect, it } from 'vitest';
import { ask } from '../support/graphql/ask.ts';
import { balancesOf, createContainerType, SET_CONTAINERS } from '../support/records/containers.ts';
import { createDelivery, createSentDelivery, createSupermarket, inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { press } from '../support/web/press.ts';

const service = useService();

describeInChromium((open) => {
  it('creates a type, enters crates of a delivery, and settles a difference', async () => {
    const account = await createSignedIn(service);
    const market = await createSupermarket(account, { name: 'Oak Market' });
    const place = { supermarket_id: market.id, subchain_id: market.branches[0].id };
    const { id } = await createSentDelivery(account, place);
    await using visit = await open(`${service.url}/settings/crates`, account);
    const { page, problems } = visit;
    const dialog = page.getByRole('dialog');
    await page.getByText('No crates with your customers').waitFor();
    await press(page, 'New type');
    await dialog.getByLabel('Name').fill('Euro pallet');
    await dialog.getByLabel('Code').fill('EPAL');
    await dialog.getByLabel('Deposit').fill('12,50');
    await press(dialog, 'Create type');
    await page.getByText('Type created').waitFor();
    await page.getByRole('cell', { name: 'EPAL' }).waitFor();

    await goTo(page, service.url, `/deliveries/${id}`);
    await press(page, 'Enter crates');
    await dialog.getByLabel('Out').fill('10');
    await dialog.getByLabel('Back').fill('4');
    await press(dialog, 'Save crates');
    await page.getByText('Crates saved').waitFor();
    const crates = page.locator('section', { has: page.getByRole('heading', { name: 'Crates' }) });
    await crates.getByRole('cell', { name: '10' }).waitFor();
    await goTo(page, service.url, `/deliveries/${id}/note`);
    await page.getByText('Crates: Euro pallet out 10 back 4').waitFor();

    // The delivery is due tomorrow, so it counts from then on.
    await account.database.pool.query('UPDATE deliveries SET delivery_date = $2 WHERE account_id = $1', [
      account.id,
      inDays(0),
    ]);
    await goTo(page, service.url, `/supermarkets/${market.id}`);
    await crates.getByRole('cell', { name: '6' }).waitFor();
    await crates.getByRole('link', { name: 'View movements' }).click();
    await page.getByRole('heading', { name: 'Crates of Oak Market' }).waitFor();
    await press(page, 'Adjust');
    await dialog.getByLabel('Branch').selectOption({ label: 'Central' });
    await dialog.getByLabel('Quantity').fill('-1');
    await dialog.getByLabel('Reason').fill('broken');
    await press(dialog, 'Adjust balance');
    await page.getByText('Balance adjusted').waitFor();
    await page.getByText('broken').waitFor();
    const csv = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
    expect(csv).toContain(`/export/container-movements.csv?supermarketId=${market.id}&from=`);
    expect((await balancesOf(account)).map(({ balance }) => balance)).toEqual([5]);
    expect(problems).toEqual([]);
  });

  it('offers the types of the last delivery to the branch first', async () => {
    const account = await createSignedIn(service);
    const market = await createSupermarket(account);
    const place = { supermarket_id: market.id, subchain_id: market.branches[0].id };
    await createContainerType(account, { name: 'Apple crate' });
    const usual = await createContainerType(account, { name: 'Zebra box' });
    const { id: before } = await createDelivery(account, place);
    await ask(account, SET_CONTAINERS, { deliveryId: String(before), rows: [{ typeId: usual, out: 1 }] });
    const { id } = await createDelivery(account, place);
    await using visit = await open(`${service.url}/settings/deliveries/${id}`, account);
    const { page } = visit;
    await press(page, 'Enter crates');
    const groups = page.getByRole('dialog').getByRole('group');
    await groups.first().waitFor();
    expect(
      await groups.evaluateAll((all) => all.map((each) => each.querySelector('legend')!.textContent)),
    ).toEqual(['Zebra box', 'Apple crate']);
  });

  it('compares crates that somebody else changed meanwhile, and keeps those of the other types', async () => {
    const account = await createSignedIn(service);
    const [pallet, box, cart] = await Promise.all(
      ['Euro pallet', 'Chilled box', 'Cart'].map((name) => createContainerType(account, { name })),
    );
    const { id } = await createSentDelivery(account);
    const set = (rows: object[]) => ask(account, SET_CONTAINERS, { deliveryId: String(id), rows });
    const stored = async () => {
      const read = `{ delivery(id: "${id}") { containers { type { name } out back } } }`;
      const { delivery } = await ask(account, read);
      const rows: { type: { name: string }; out: number; back: number }[] = delivery.containers;
      return rows.map(({ type, out, back }) => `${type.name} ${out} ${back}`);
    };
    await set([{ typeId: pallet, out: 5 }]);
    await using visit = await open(`${service.url}/settings/deliveries/${id}`, account);
    const { page, problems } = visit;
    const dialog = page.getByRole('dialog');
    await press(page, 'Enter crates');
    await dialog.getByRole('group', { name: 'Euro pallet' }).getByLabel('Out').fill('10');
    await dialog.getByRole('group', { name: 'Chilled box' }).getByLabel('Out').fill('3');
    await set([
      { typeId: pallet, out: 7, back: 1 },
      { typeId: cart, out: 2 },
    ]);
    await press(dialog, 'Save crates');
    await dialog.getByText('Somebody changed this delivery while you were editing').waitFor();
    const compared = dialog.getByRole('row', { name: 'Euro pallet' }).getByRole('cell');
    expect(await compared.allTextContents()).toEqual(['out 10, back 0', 'out 7, back 1']);
    expect(await stored()).toEqual(['Cart 2 0', 'Euro pallet 7 1']);
    await press(dialog, 'Save my values');
    await page.getByText('Crates saved').waitFor();
    expect(await stored()).toEqual(['Cart 2 0', 'Chilled box 3 0', 'Euro pallet 10 0']);

    await press(page, 'Enter crates');
    await dialog.getByRole('group', { name: 'Chilled box' }).getByLabel('Out').fill('4');
    await set([{ typeId: box, out: 9 }]);
    await press(dialog, 'Save crates');
    await press(dialog, 'Keep saved values');
    await page.getByRole('cell', { name: '9', exact: true }).waitFor();
    expect(await stored()).toEqual(['Chilled box 9 0']);
    expect(problems).toEqual([]);
  });

  it('shows the driver the crates that can come back, in the receipt', async () => {
    const account = await createSignedIn(service);
    const typeId = await createContainerType(account, { name: 'Euro pallet' });
    const { id } = await createSentDelivery(account);
    await ask(account, SET_CONTAINERS, { deliveryId: String(id), rows: [{ typeId, out: 6 }] });
    await using visit = await open(`${service.url}/settings/stops/${id}`, account);
    const { page } = visit;
    await page.getByLabel('Back').fill('9');
    await page.getByLabel('Received by').fill('Bea');
    await press(page, 'Confirm receipt');
    const read = `{ delivery(id: "${id}") { status containers { out back } } }`;
    await expect
      .poll(async () => (await ask(account, read)).delivery, { timeout: 30_000 })
      .toEqual({ status: 'COMPLETED', containers: [{ out: 6, back: 9 }] });
  });
});
