import type { Page } from 'playwright-core';
import type { Open, Visit } from '../support/web/browser.ts';
import type { TestService } from '../support/service/service.ts';
import { createSignedIn, settle, type SignedIn } from '../support/service/settings.ts';
import { type Sent, type Trading, writeTrading } from '../support/records/trading.ts';

export const ZONE = 'America/New_York';
/** The settings of these tests' browsers. */
export const VIEWER = { locale: 'en-GB', timezoneId: 'Pacific/Kiritimati' };

const sent = (createdAt: string, branch: number, status: Sent['status'], ...lines: number[][]): Sent => ({
  branch,
  createdAt: new Date(createdAt),
  status,
  lines: lines.map(([product, quantity, cents]) => ({
    product: product!,
    quantity: quantity!,
    cents: cents!,
  })),
});

/** Around midnights in New York, during the night in which its clocks change. */
const TRADING: Trading = {
  deliveries: [
    sent('2026-03-02T04:59:00Z', 0, 'completed', [0, 10, 349]),
    sent('2026-03-02T05:00:00Z', 1, 'completed', [0, 20, 349], [1, 5, 129]),
    sent('2026-03-08T06:30:00Z', 2, 'cancelled', [2, 7, 1099]),
    sent('2026-03-09T03:59:00Z', 2, 'in_transit', [3, 100, 55]),
    sent('2026-03-09T04:00:00Z', 3, 'pending', [4, 3, 70_001]),
    sent('2026-03-31T22:00:00Z', 3, 'completed', [1, 40, 129]),
    sent('2026-04-02T22:00:00Z', 3, 'completed', [1, 40, 129]),
  ],
  returns: [
    { delivery: 1, line: 0, quantity: 3, reason: 'damaged', createdAt: new Date('2026-03-09T03:30:00Z') },
    { delivery: 5, line: 0, quantity: 8, reason: 'expired', createdAt: new Date('2026-03-31T23:00:00Z') },
  ],
};
const MARCH = { dateFrom: '2026-03-01', dateTo: '2026-03-31' };
const ADDRESS = `/analytics?from=${MARCH.dateFrom}&to=${MARCH.dateTo}&zone=${ZONE}&day=created`;

export const money = (amount: number) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }).format(amount);
export const day = (date: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date));

/** Returns rows of SQL about the account's March in a time zone; `day` is that of the zone. */
export async function sql<Row extends object>(account: SignedIn, query: string, zone = ZONE): Promise<Row[]> {
  const { rows } = await account.database.pool.query<Row>(
    `WITH delivery AS (
       SELECT *, (created_at AT TIME ZONE $2)::date::text AS day FROM deliveries WHERE account_id = $1
     ), return AS (
       SELECT *, (created_at AT TIME ZONE $2)::date::text AS day FROM returns WHERE account_id = $1
     ), dates AS (SELECT $3::text AS first, $4::text AS last) ${query}`,
    [account.id, zone, MARCH.dateFrom, MARCH.dateTo],
  );
  return rows;
}

export const cardOf = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

/** Returns the figures of a card by name. */
export async function figuresOf(page: Page, title: string): Promise<Record<string, string>> {
  const pairs = await cardOf(page, title)
    .locator('dl')
    .evaluateAll((lists) =>
      lists.map((list) => [list.querySelector('dt')!.textContent, list.querySelector('dd')!.textContent]),
    );
  return Object.fromEntries(pairs);
}

/** Returns the rows of a card's chart, shown as a table. */
export async function tableOf(page: Page, title: string): Promise<string[][]> {
  const card = cardOf(page, title);
  const button = card.getByRole('button', { name: /^Show as table/ });
  if (await button.isVisible()) await button.click();
  return card
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => Array.from(row.children, (cell) => cell.textContent)));
}

export async function openDashboard(
  service: TestService,
  open: Open,
): Promise<{ account: SignedIn; visit: Visit }> {
  const account = await createSignedIn(service);
  await writeTrading(account, TRADING);
  const visit = await open(`${service.url}/settings${ADDRESS}`, { ...VIEWER, cookies: account.cookies });
  await settle(visit.page);
  return { account, visit };
}
