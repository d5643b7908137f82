import { expect, it } from 'vitest';
import { describeInChromium } from '../support/web/browser.ts';
import { press } from '../support/web/press.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';

const service = useService();

describeInChromium((open) => {
  it('changes the e-mail, and shows what is wrong with it', async () => {
    const [account, other] = [await createSignedIn(service), await createSignedIn(service)];
    await using visit = await open(`${service.url}/settings/account`, account);
    const { page, problems } = visit;
    const card = page.getByRole('region', { name: 'E-mail' });
    await card.getByText(`You sign in as ${account.email}.`).waitFor();
    await card.getByLabel('New e-mail').fill(other.email);
    await card.getByLabel('Password').fill('a password of tests');
    await press(card, 'Change e-mail');
    await card.getByText('Is already in use.').waitFor();
    await card.getByLabel('New e-mail').fill(`new-${account.email}`);
    await press(card, 'Change e-mail');
    await page.getByText('E-mail changed').waitFor();
    await card.getByText(`You sign in as new-${account.email}.`).waitFor();
    expect(await card.getByLabel('New e-mail').inputValue()).toBe('');
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText(/^The e-mail address was changed by .+ from 127\.0\.0\.1\.$/).waitFor();
    await page.getByLabel('About').selectOption('Sign-in and sessions');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByText(/^A session was opened with the password/).waitFor();
    await page.getByLabel('From').fill('2100-01-01');
    await page.getByText('No entries match these filters').waitFor();
    expect(problems).toEqual([]);
  });
});
