import { expect, it } from 'vitest';
import { violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { press } from '../support/web/press.ts';
import { createPerson } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';
import { PASSWORD } from '../support/service/open-session.ts';
import { createVisitor } from '../support/service/visitor.ts';

const service = useService();

describeInChromium((open) => {
  it('gives a person who is no owner a new password, shown once', async () => {
    const account = await createSignedIn(service);
    await createPerson(account);
    const email = `person-of-${account.email}`;
    await using visit = await open(`${service.url}/settings/people`, account);
    const { page, problems } = visit;
    await press(page, `New password for ${email}`);
    expect(await page.getByRole('button', { name: `New password for ${account.email}` }).count()).toBe(0);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password').fill('wrong');
    await press(dialog, 'Create password');
    await dialog.getByText(/incorrect/i).waitFor();
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await press(dialog, 'Create password');
    const shown = dialog.getByRole('region', { name: 'password' });
    const password = (await shown.innerText()).trim();
    expect(password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    expect(await violationsOf(page, 'dialog')).toEqual([]);
    await press(dialog, 'Done');
    expect(await page.getByText(password).count()).toBe(0);
    expect((await createVisitor(service).signIn(email, password)).json.errors).toBeUndefined();
    expect(problems).toEqual([]);
  });
});
