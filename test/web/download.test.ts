import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { describeInChromium } from '../support/web/browser.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, settle } from '../support/service/settings.ts';

const service = useService();

describeInChromium((open) => {
  it('downloads a list as CSV, with the filters of the page', async () => {
    const account = await createSignedIn(service);
    for (const name of ['Rye Bread', 'Oat Milk', 'Crispbread']) await createProduct(account, { name });
    await using visit = await open(`${service.url}/settings/products?search=bread&sort=name`, account);
    const { page, problems } = visit;
    await settle(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('products.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(['"Crispbread"', '"Rye Bread"']);
    expect(problems).toEqual([]);
  });
});
