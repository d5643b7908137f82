import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeInChromium } from '../support/web/browser.ts';
import { cardOf, day, figuresOf, money, openDashboard, sql, tableOf, VIEWER, ZONE } from './dashboard.ts';
import { useService } from '../support/service/service.ts';
import { moveTo, settle } from '../support/service/settings.ts';

const service = useService();

describeInChromium((open) => {
  describe('the figures of the dashboard', () => {
    it('of deliveries are those of SQL, in total and by day of the zone', async () => {
      const { account, visit } = await openDashboard(service, open);
      await using _ = visit;
      const statuses = await sql<{ status: string; count: string }>(
        account,
        `SELECT status, count(*) FROM delivery, dates WHERE day BETWEEN first AND last GROUP BY status`,
      );
      const count = (status: string) => statuses.find((each) => each.status === status)?.count ?? '0';
      expect(await figuresOf(visit.page, 'Deliveries by status')).toEqual({
        Completed: count('completed'),
        'In transit': count('in_transit'),
        Pending: count('pending'),
        Cancelled: count('cancelled'),
      });
      expect(statuses.length).toBe(4);

      const days = await sql<Record<string, string>>(
        account,
        `SELECT day, count(*) FILTER (WHERE status = 'completed') AS completed,
                count(*) FILTER (WHERE status = 'in_transit') AS in_transit,
                count(*) FILTER (WHERE status = 'pending') AS pending,
                count(*) FILTER (WHERE status = 'cancelled') AS cancelled
         FROM delivery, dates WHERE day BETWEEN first AND last GROUP BY day ORDER BY day`,
      );
      const shown = await tableOf(visit.page, 'Deliveries by status');
      expect(shown.length).toBe(31);
      expect(shown.filter(([, ...counts]) => counts.some((each) => each !== '0'))).toEqual(
        days.map((each) => [day(each.day!), each.completed, each.in_transit, each.pending, each.cancelled]),
      );
      expect(visit.problems).toEqual([]);
    });

    it('of value are those of SQL, by week too', async () => {
      const { account, visit } = await openDashboard(service, open);
      await using _ = visit;
      const [total] = await sql<Record<'value' | 'completed' | 'open' | 'cancelled', string>>(
        account,
        `SELECT sum(total_value) FILTER (WHERE status <> 'cancelled') AS value,
                sum(total_value) FILTER (WHERE status = 'completed') AS completed,
                sum(total_value) FILTER (WHERE status IN ('pending', 'in_transit')) AS open,
                sum(total_value) FILTER (WHERE status = 'cancelled') AS cancelled
         FROM delivery, dates WHERE day BETWEEN first AND last`,
      );
      expect(await figuresOf(visit.page, 'Value of deliveries')).toEqual({
        Value: money(Number(total!.value)),
        Completed: money(Number(total!.completed)),
        Open: money(Number(total!.open)),
        Cancelled: money(Number(total!.cancelled)),
      });
      await visit.page.getByText('Week', { exact: true }).click();
      expect(new URL(visit.page.url()).searchParams.get('by')).toBe('week');
      const trends = cardOf(visit.page, 'Value of deliveries').locator('svg[width="72"]');
      expect(await trends.count()).toBe(4);
      await cardOf(visit.page, 'Value of deliveries')
        .getByRole('button', { name: /^Show as/ })
        .waitFor();
      const weeks = await sql<{ week: string; value: string }>(
        account,
        `SELECT greatest(date_trunc('week', day::date)::date::text, first) AS week, sum(total_value) AS value
         FROM delivery, dates WHERE day BETWEEN first AND last AND status <> 'cancelled' GROUP BY 1 ORDER BY 1`,
      );
      await expect
        .poll(async () => (await tableOf(visit.page, 'Value of deliveries')).map(([, value]) => value))
        .toEqual(expect.arrayContaining(weeks.map(({ value }) => money(Number(value)))));
      expect((await tableOf(visit.page, 'Value of deliveries')).length).toBe(6);
      expect(visit.problems).toEqual([]);
    });

    it('of returns are those of SQL', async () => {
      const { account, visit } = await openDashboard(service, open);
      await using _ = visit;
      const [total] = await sql<{ pieces: string; credit: string; sent: string }>(
        account,
        `SELECT sum(quantity) AS pieces, sum(credit_amount) AS credit,
                (SELECT sum(total_quantity) FROM delivery, dates
                 WHERE day BETWEEN first AND last AND status IN ('in_transit', 'completed')) AS sent
         FROM return, dates WHERE day BETWEEN first AND last`,
      );
      const rate = Number(total!.pieces) / Number(total!.sent);
      expect(await figuresOf(visit.page, 'Returns')).toEqual({
        Credit: money(Number(total!.credit)),
        'Return rate': new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 }).format(
          rate,
        ),
        Units: total!.pieces,
      });
      const days = await sql<{ day: string; credit: string }>(
        account,
        `SELECT day, sum(credit_amount) AS credit FROM return, dates
         WHERE day BETWEEN first AND last GROUP BY day ORDER BY day`,
      );
      const shown = await tableOf(visit.page, 'Returns');
      expect(shown.filter(([, credit]) => credit !== money(0))).toEqual(
        days.map((each) => [day(each.day), money(Number(each.credit))]),
      );
      expect(visit.problems).toEqual([]);
    });

    it('count by delivery date unless the date of creation is chosen', async () => {
      const { account, visit } = await openDashboard(service, open);
      await using _ = visit;
      const { page, problems } = visit;
      await account.database.pool.query(
        `UPDATE deliveries SET delivery_date = '2026-02-28' WHERE account_id = $1 AND created_at < '2026-03-09T04:00Z'`,
        [account.id],
      );
      const [due] = await sql<{ value: string; units: string }>(
        account,
        `SELECT sum(total_value) AS value, sum(total_quantity) AS units FROM delivery
         WHERE delivery_date = '2026-02-28' AND status <> 'cancelled'`,
      );
      await page.goto(`${service.url}/settings/analytics?from=2026-02-01&to=2026-02-28`);
      await expect
        .poll(async () => (await figuresOf(page, 'Value of deliveries')).Value)
        .toBe(money(Number(due!.value)));
      await cardOf(page, 'Value of deliveries').getByText(`${due!.units} units · ${due!.units} kg`).waitFor();
      await page.getByText('Date created', { exact: true }).click();
      await expect.poll(async () => (await figuresOf(page, 'Value of deliveries')).Value).toBe(money(0));
      await page.getByText('Same period last year', { exact: true }).click();
      expect(new URL(page.url()).search).toBe('?from=2026-02-01&to=2026-02-28&day=created&compare=year');
      expect(problems).toEqual([]);
    });

    it('stand beside those of the period before, in words, in the chart and in the file', async () => {
      const { visit } = await openDashboard(service, open);
      await using _ = visit;
      const { page, problems } = visit;
      const card = cardOf(page, 'Value of deliveries');
      await card.getByText(`Nothing to compare with from 29 Jan 2026 to 28 Feb 2026`).waitFor();
      await moveTo(page, `/analytics?from=2026-03-09&to=2026-03-15&zone=${ZONE}&day=created`);
      // Sixteen times as much is said as two figures.
      await card.getByText(`${money(2100.03)} instead of ${money(131.25)} in the previous 7 days`).waitFor();
      await card.getByRole('listitem').filter({ hasText: 'The previous 7 days' }).waitFor();
      const slider = card.getByRole('slider');
      await slider.focus();
      await page.keyboard.press('Home');
      const first = `9 Mar 2026: Value ${money(2100.03)}, The previous 7 days ${money(76.25)}`;
      expect(await slider.getAttribute('aria-valuetext')).toBe(first);
      const download = page.waitForEvent('download');
      await card.getByRole('button', { name: 'Download CSV: Value over time' }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe('value-over-time.csv');
      const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
      expect(lines.slice(0, 2)).toEqual([
        '\uFEFF"Day","Value","The previous 7 days"',
        '"9 Mar 2026",2100.03,76.25',
      ]);
      expect(lines.length).toBe(1 + 7 + 1);
      const full = (await card.boundingBox())!.width;
      await card.getByRole('button', { name: /^Show as table/ }).click();
      expect((await card.boundingBox())!.width).toBeGreaterThan(1.5 * full);
      expect(problems).toEqual([]);
    });

    it('offer the last whole month and quarter', async () => {
      const { visit } = await openDashboard(service, open);
      await using _ = visit;
      const { page, problems } = visit;
      const daysAsked = async () => {
        const link = await cardOf(page, 'Returns')
          .getByRole('link', { name: /^Open in GraphiQL/ })
          .getAttribute('href');
        const variables = JSON.parse(new URL(link!, service.url).searchParams.get('variables')!);
        return [variables.previousFrom, variables.previousTo, variables.dateFrom, variables.dateTo];
      };
      const month = Temporal.Now.plainDateISO('UTC').with({ day: 1 });
      const quarter = month.subtract({ months: (month.month - 1) % 3 });
      const [before, end] = [{ months: 1 }, { days: 1 }];
      await page.goto(`${service.url}/settings/analytics`);
      await page.getByText('Last month', { exact: true }).click();
      await cardOf(page, 'Returns').waitFor();
      expect(await daysAsked()).toEqual(
        [
          month.subtract({ months: 2 }),
          month.subtract(before).subtract(end),
          month.subtract(before),
          month.subtract(end),
        ].map(String),
      );
      await page.getByText('Last quarter', { exact: true }).click();
      await expect
        .poll(daysAsked)
        .toEqual(
          [
            quarter.subtract({ months: 6 }),
            quarter.subtract({ months: 3 }).subtract(end),
            quarter.subtract({ months: 3 }),
            quarter.subtract(end),
          ].map(String),
        );
      await page.getByText('Same period last year', { exact: true }).click();
      await expect.poll(async () => (await daysAsked())[0]).toBe(String(quarter.subtract({ months: 15 })));
      expect(problems).toEqual([]);
    });

    it('rank products and supermarkets as SQL does', async () => {
      const { account, visit } = await openDashboard(service, open);
      await using _ = visit;
      const namesIn = (title: string) =>
        cardOf(visit.page, title)
          .locator('tbody tr')
          .evaluateAll((rows) =>
            rows.map((row) => [row.querySelector('a')!.textContent, row.lastElementChild!.textContent]),
          );
      const supermarkets = await sql<{ name: string; value: string }>(
        account,
        `SELECT name, sum(total_value) AS value FROM dates, delivery
         JOIN supermarkets s ON s.account_id = delivery.account_id AND s.id = supermarket_id
         WHERE day BETWEEN first AND last AND status <> 'cancelled' GROUP BY s.id, name ORDER BY value DESC`,
      );
      expect(await namesIn('Top supermarkets')).toEqual(
        supermarkets.map(({ name, value }) => [name, money(Number(value))]),
      );
      const products = await sql<{ name: string; value: string }>(
        account,
        `SELECT p.name, sum(item.quantity * unit_price) AS value FROM dates, delivery
         JOIN delivery_items item ON item.account_id = delivery.account_id AND item.delivery_id = delivery.id
         JOIN products p ON p.account_id = item.account_id AND p.id = product_id
         WHERE day BETWEEN first AND last AND status <> 'cancelled' GROUP BY p.id, p.name ORDER BY value DESC LIMIT 5`,
      );
      expect(await namesIn('Top products')).toEqual(
        products.map(({ name, value }) => [name, money(Number(value))]),
      );
      expect(visit.problems).toEqual([]);
    });

    it('follow the time zone that is chosen, the account’s without a choice', async () => {
      const { account, visit } = await openDashboard(service, open);
      await using _ = visit;
      await account.database.pool.query('UPDATE accounts SET time_zone = $2 WHERE id = $1', [
        account.id,
        VIEWER.timezoneId,
      ]);
      await visit.page.reload();
      await settle(visit.page);
      const inZone = async (zone: string) => {
        const [{ value }] = (await sql<{ value: string }>(
          account,
          `SELECT sum(total_value) AS value FROM delivery, dates
           WHERE day BETWEEN first AND last AND status <> 'cancelled'`,
          zone,
        )) as [{ value: string }];
        return money(Number(value));
      };
      const shown = async () => (await figuresOf(visit.page, 'Value of deliveries')).Value;
      const zone = visit.page.getByLabel('Time zone');
      expect(await shown()).toBe(await inZone(ZONE));
      // Days in Kiritimati begin at another time.
      await zone.selectOption(VIEWER.timezoneId);
      await expect.poll(shown).toBe(await inZone(VIEWER.timezoneId));
      expect(await inZone(VIEWER.timezoneId)).not.toBe(await inZone(ZONE));
      expect(new URL(visit.page.url()).searchParams.has('zone')).toBe(false);
      await visit.page.reload();
      await settle(visit.page);
      expect(await zone.inputValue()).toBe(VIEWER.timezoneId);
      expect(await shown()).toBe(await inZone(VIEWER.timezoneId));
      expect(visit.problems).toEqual([]);
    });
  });
});
