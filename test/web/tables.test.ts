import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo, moveTo, pagePaths, type SignedIn } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { fillLists, listsOfTheDay } from './fill-lists.ts';
import { fillShop } from './shop.ts';

/** Texts as long as they usually are at most: 40 characters. */
const NAME = 'Feinkost und Frischmarkt Bad Hindelang K';
const NUMBER = 'LS-2026-031900-48210';
const WIDTHS = [1920, 1440, 1280, 720, 390];
/** A window with room for a record beside a list. */
const BESIDE = [1920, 1600];

const service = useService({ worker: {}, signUp: true });

/** Gives an account records in every list, with six-digit ids and amounts and a value in every column. */
async function fillTables(account: SignedIn): Promise<Record<string, string>> {
  const { pool } = account.database;
  for (const table of ['deliveries', 'returns', 'standing_orders', 'withdrawals', 'imports']) {
    await pool.query(
      `SELECT setval(pg_get_serial_sequence($1, 'id'), greatest(nextval(pg_get_serial_sequence($1, 'id')), 280000))`,
      [table],
    );
  }
  await pool.query('UPDATE product_sequences SET last_number = 280000 WHERE account_id = $1', [account.id]);
  const addresses = await fillShop(account, (word) => (word === 'category' ? 'Sheep cheese' : NAME));
  await fillLists(account);
  await pool.query(
    `UPDATE deliveries SET reference = $2 || '-' || id, order_number = $2,
            carrier = $3, total_value = 812345.67, total_quantity = 812345, total_weight = 812345
     WHERE account_id = $1`,
    [account.id, NUMBER, NAME],
  );
  await pool.query(`UPDATE branches SET delivery_window = '06:00-10:00' WHERE account_id = $1`, [account.id]);
  await pool.query('UPDATE returns SET credit_amount = 812345.67, quantity = 812345 WHERE account_id = $1', [
    account.id,
  ]);
  return addresses;
}

/**
 * Returns the tables that are wider than their place, and the identifiers, dates and figures that are cut.
 */
function cutIn(page: Page): Promise<string[]> {
  return page.locator('#content').evaluate(async (main) => {
    function look(): string[] {
      const regions = [...main.querySelectorAll('[role=region][aria-label^="Table:"]')];
      return regions.flatMap((region) =>
        [region, ...region.querySelectorAll('td, td *')]
          .filter((each) => each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1)
          // Texts may end in an ellipsis; what has digits is an identifier, a date or a figure.
          .filter(
            (each) =>
              each.matches('[role=region], td') ||
              (getComputedStyle(each).overflowX !== 'visible' && /\d{3}/.test(each.textContent)),
          )
          .map((each) => `${region.ariaLabel}: ${each.tagName} ${each.textContent.slice(0, 60)}`),
      );
    }
    // Columns give way in the frames after the width has changed.
    let found = look();
    for (let frame = 0; frame < 30 && found.length > 0; frame++) {
      await new Promise(requestAnimationFrame);
      found = look();
    }
    return found;
  });
}

describeInChromium((open) => {
  it('cuts no identifier, date or figure, and no table, at any width', async () => {
    const account = await createSignedIn(service);
    const addresses = await fillTables(account);
    await using visit = await open(`${service.url}/settings`, { ...account, locale: 'en-GB' });
    const { page } = visit;
    await page.evaluate(() => localStorage.setItem('columns:deliveries', '[]'));
    const faults: string[] = [];
    for (const path of pagePaths()) {
      await moveTo(page, addresses[path] ?? path);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        faults.push(...(await cutIn(page)).map((fault) => `${path} at ${width}: ${fault}`));
      }
    }
    for (const width of BESIDE) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of listsOfTheDay()) {
        await goTo(page, service.url, path);
        await page.locator('main tbody tr[data-key]').first().getByRole('link').first().press('Enter');
        await page.getByRole('complementary').locator('dl, table').first().waitFor();
        faults.push(...(await cutIn(page)).map((fault) => `${path} with a record at ${width}: ${fault}`));
      }
    }
    expect(faults).toEqual([]);
  }, 900_000);
});
