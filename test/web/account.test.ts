import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { createDelivery } from '../support/records/records.ts';
import { violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { jpegOf, pngOf } from '../support/web/images.ts';
import { press } from '../support/web/press.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, settle } from '../support/service/settings.ts';
import { PASSWORD } from '../support/service/open-session.ts';
import { createVisitor } from '../support/service/visitor.ts';

const service = useService();

describeInChromium((open) => {
  it('changes the e-mail, and shows what is wrong with it', async () => {
    const [account, other] = [await createSignedIn(service), await createSignedIn(service)];
    await createVisitor(service).signIn(account.email, PASSWORD);
    await using visit = await open(`${service.url}/settings/account`, account);
    const { page, problems } = visit;
    const card = page.getByRole('region', { name: 'E-mail' });
    await card.getByText(`You sign in as ${account.email}.`).waitFor();
    await card.getByLabel('New e-mail').fill(other.email);
    await card.getByLabel('Password').fill(PASSWORD);
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

  it('sets a logo with a preview, shows it above the navigation and on a note, and removes it', async () => {
    const account = await createSignedIn(service);
    const { id } = await createDelivery(account);
    await using visit = await open(`${service.url}/settings/account`, account);
    const { page, problems } = visit;
    const card = page.getByRole('region', { name: 'Logo' });
    const logos = page.locator('img[src^="/logo/"]');
    const widths = () =>
      logos.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth));
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      card.getByLabel('Image').setInputFiles({ name, mimeType, buffer });
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await choose('logo.png', 'image/png', drawing);
    await card.getByText('This file cannot be read as an image. Choose a PNG or JPEG file.').waitFor();
    await choose('half.jpg', 'image/jpeg', jpegOf(40, 40));
    await card.getByText('This file cannot be read as an image. Choose a PNG or JPEG file.').waitFor();
    expect(await card.getByRole('button', { name: 'Save logo' }).isDisabled()).toBe(true);
    // Larger than the service takes.
    await choose('logo.png', 'image/png', pngOf(3_000, 1_500));
    await card.getByText('Preview').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(await logos.count()).toBe(0);
    await press(card, 'Save logo');
    await page.getByText('Logo saved').waitFor();
    await expect.poll(widths).toEqual([800, 800]);
    expect(await violationsOf(page)).toEqual([]);

    await page.goto(`${service.url}/settings/deliveries/${id}/note`);
    await settle(page);
    await expect.poll(() => page.getByRole('article').locator('img[src^="/logo/"]').count()).toBe(1);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('article').locator('img[src^="/logo/"]').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    const paper = page.locator('main img[src^="/logo/"]');
    for (const path of ['/deliveries/pick-list', '']) {
      await page.goto(`${service.url}/settings${path}`);
      await settle(page);
      // The screen has it above the navigation only, so that nothing moves when it is loaded.
      await expect.poll(() => paper.count()).toBe(1);
      expect(await paper.isVisible()).toBe(false);
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      expect(await paper.isVisible()).toBe(true);
      const [logo, heading] = [
        await paper.boundingBox(),
        await page.getByRole('heading', { level: 1 }).boundingBox(),
      ];
      expect(logo!.height).toBe(64);
      expect(logo!.y + logo!.height).toBeLessThanOrEqual(heading!.y);
      await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
    }
    await page.goto(`${service.url}/settings/account`);
    await press(card, 'Remove logo');
    await press(page.getByRole('dialog'), 'Remove');
    await page.getByText('Logo removed').waitFor();
    await expect.poll(() => logos.count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('shows the initials while the logo cannot be loaded', async () => {
    const account = await createSignedIn(service);
    await service.database.pool.query(
      `INSERT INTO logos (account_id, media_type, width, height, content) VALUES ($1, 'image/png', 1, 1, '\\xff')`,
      [account.id],
    );
    await using visit = await open(`${service.url}/settings/people`, account);
    const home = visit.page.getByRole('link', { name: 'Home' });
    await home.locator('[data-initials]').waitFor();
    expect(await home.locator('img').count()).toBe(0);
    await visit.page.goto(`${service.url}/settings/deliveries/pick-list`);
    await home.locator('[data-initials]').waitFor();
    await visit.page.emulateMedia({ media: 'print' });
    expect(await visit.page.locator('main img').count()).toBe(0);
  });

  it('sets up a second factor, and asks for its code when signing in', async () => {
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings/account`, account);
    const { page, problems } = visit;
    const card = page.getByRole('region', { name: 'Second factor' });
    await press(card, 'Set up');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.getByRole('img', { name: 'QR code of the secret below' }).waitFor();
    const secret = Secret.fromBase32(await dialog.getByRole('region', { name: 'secret' }).innerText());
    expect(await violationsOf(page, 'dialog')).toEqual([]);
    const totp = new TOTP({ secret });
    // The field for the code has the focus.
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await dialog.getByText('Code is incorrect, or was already used.').waitFor();
    await dialog.getByLabel('Code', { exact: true }).fill(totp.generate());
    await page.keyboard.press('Enter');
    const codes = await dialog.getByRole('region', { name: 'recovery codes' }).innerText();
    expect(codes.trim().split('\n')).toHaveLength(10);
    expect(await violationsOf(page, 'dialog')).toEqual([]);
    await press(dialog, 'Done');
    await card.getByText('On', { exact: true }).waitFor();

    await page.context().clearCookies();
    await page.reload();
    await page.getByLabel('E-mail').fill(account.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await page.getByText('The code is incorrect, or was already used.').waitFor();
    await press(page, 'Use a recovery code');
    await page.keyboard.type(codes.slice(0, 19));
    await page.keyboard.press('Enter');
    await card.getByText('On', { exact: true }).waitFor();
    expect(problems).toEqual([]);
  });
});
