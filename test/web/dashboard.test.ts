import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInChromium } from '../support/web/browser.ts';
import { cardOf, figuresOf, money, openDashboard, VIEWER } from './dashboard.ts';
import { createDelivery, createSupermarket } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo } from '../support/service/settings.ts';

const service = useService();

/** Makes the page believe that its tab is hidden, or visible again. */
function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

describeInChromium((open) => {
  it('announces the rows of a chart while moving through them with the arrow keys', async () => {
    const { visit } = await openDashboard(service, open);
    await using _ = visit;
    const slider = visit.page.getByRole('slider', { name: 'Value over time' });
    await slider.focus();
    await visit.page.keyboard.press('Home');
    expect(await slider.getAttribute('aria-valuetext')).toBe(`1 Mar 2026: Value ${money(34.9)}`);
    await visit.page.keyboard.press('ArrowRight');
    expect(await slider.getAttribute('aria-valuetext')).toBe(`2 Mar 2026: Value ${money(76.25)}`);
    expect(visit.problems).toEqual([]);
  });

  it('links each card to its query in GraphiQL, with the same result', async () => {
    const { account, visit } = await openDashboard(service, open);
    await using _ = visit;
    const links = await visit.page
      .getByRole('link', { name: /^Open in GraphiQL/ })
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    expect(links.length).toBe(6);
    const values: unknown[] = [];
    for (const link of links) {
      const { searchParams } = new URL(link);
      const query = searchParams.get('query')!;
      if (query.startsWith('subscription')) continue;
      const variables = JSON.parse(searchParams.get('variables')!);
      const { status, json } = await account.call('POST', '//graphql', { body: { query, variables } });
      expect({ status, errors: json.errors }).toEqual({ status: 200, errors: undefined });
      values.push(json.data.deliveryAnalytics?.total?.value);
    }
    const { Value } = await figuresOf(visit.page, 'Value of deliveries');
    expect(values.filter((value) => typeof value === 'number').map(money)).toContain(Value);

    const [graphiql] = await Promise.all([
      visit.page.context().waitForEvent('page'),
      cardOf(visit.page, 'Value of deliveries')
        .getByRole('link', { name: /^Open in GraphiQL/ })
        .click(),
    ]);
    await graphiql.getByRole('tab', { name: 'DeliveryFigures' }).waitFor();
    await graphiql.getByRole('button', { name: /Execute query/ }).click();
    await graphiql.locator('.result-window').getByText('"deliveryAnalytics"').waitFor();
    expect(visit.problems).toEqual([]);
  });

  it('shows new events while it is open, and updates its figures', async () => {
    const account = await createSignedIn(service);
    await createDelivery(account);
    await using visit = await open(`${service.url}/settings`, { ...VIEWER, cookies: account.cookies });
    let reads = 0;
    visit.page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) reads += 1;
    });
    const card = cardOf(visit.page, 'Live activity');
    await visit.page.getByRole('link', { name: 'Analytics' }).click();
    // It is due tomorrow.
    await visit.page.getByText('Date created', { exact: true }).click();
    const ticks = cardOf(visit.page, 'Deliveries by status').locator('svg text');
    await ticks.first().waitFor();
    // One delivery: an axis of whole numbers.
    expect((await ticks.allTextContents()).filter((tick) => /^\d+(\.\d+)?$/.test(tick))).toEqual(['0', '1']);
    await visit.page.getByRole('link', { name: 'Today', exact: true }).click();
    await card.getByText('Live', { exact: true }).waitFor();
    await visit.page.getByRole('link', { name: '1 pending' }).waitFor();
    await visit.page.clock.install();
    const opened = reads;
    const supermarket = await createSupermarket(account, { name: 'Late Market' });
    const { id } = await createDelivery(account, {
      supermarket_id: supermarket.id,
      subchain_id: supermarket.branches[0].id,
    });
    const event = card.getByRole('listitem').filter({ hasText: 'Late Market' });
    await event.waitFor();
    expect(reads).toBe(opened);
    await visit.page.clock.fastForward(30_000);
    await visit.page.getByRole('link', { name: '2 pending' }).waitFor();
    // Announced to screen readers too.
    await card.getByRole('status').getByText(`Delivery ${id}`).waitFor();
    // A hidden tab reads nothing.
    await setVisibility(visit.page, 'hidden');
    const before = reads;
    const { branches } = supermarket;
    await createDelivery(account, { supermarket_id: supermarket.id, subchain_id: branches[0].id });
    await expect.poll(() => event.count()).toBe(2);
    await visit.page.clock.fastForward(60_000);
    expect(reads).toBe(before);
    await setVisibility(visit.page, 'visible');
    await visit.page.getByRole('link', { name: '3 pending' }).waitFor();
    await event.getByRole('link', { name: `Delivery ${id}` }).click();
    await visit.page.waitForURL(`**/settings/deliveries/${id}`);
    expect(visit.problems).toEqual([]);
  });

  it('guides a new account to its first delivery', async () => {
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings`, { ...VIEWER, cookies: account.cookies });
    const steps = cardOf(visit.page, 'Get started');
    const done = () => steps.getByRole('listitem').filter({ hasText: 'Done' }).count();
    await steps.waitFor();
    expect(await done()).toBe(1);
    expect(await visit.page.getByText(`curl ${service.url}/api/v1/products`).count()).toBe(1);
    // Each step opens its form with one press.
    for (const [step, field] of [
      ['New supermarket', 'Contact e-mail'],
      ['New product', 'Price'],
      ['New delivery', 'Delivery date'],
      ['Create key', 'Expiry date'],
      ['Add webhook', 'URL'],
    ] as const) {
      await steps.getByRole('link', { name: step }).click();
      await visit.page.locator('form').getByLabel(field).first().waitFor();
      await goTo(visit.page, service.url, '/');
      await steps.waitFor();
    }
    await createSupermarket(account);
    await goTo(visit.page, service.url, '/');
    await expect.poll(done).toBe(2);
    await createDelivery(account);
    await goTo(visit.page, service.url, '/');
    await expect.poll(() => steps.count()).toBe(0);
    expect(visit.problems).toEqual([]);
  });
});
