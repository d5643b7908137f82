import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount } from '../../src/schema/people/account/create-account.ts';
import { startMailbox } from '../support/mail/mailbox.ts';
import { useCells } from '../support/service/cells.ts';
import { PASSWORD } from '../support/service/open-session.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { press } from '../support/web/press.ts';

const mailbox = await startMailbox();
const cells = useCells({ mail: { url: mailbox.url, from: 'people@provender.example' } });
const EMAIL = 'people@supplier.example';
const INVITED = 'ann@supplier.example';
const NEW_PASSWORD = 'battery staple correct';
let url = '';

/** Routes by the cookie, as the documented proxy does, and without a cookie to the first cell. */
const proxy = createServer((request, response) => {
  const [, name] = /provender_cell=(\w\w)/.exec(request.headers.cookie ?? '') ?? [];
  const cell = cells.find((each) => each.name === name) ?? cells[0];
  const { method = 'GET', headers } = request;
  const onward = send(`${cell.url}${request.url}`, { method, headers }, (answer) => {
    answer.pipe(response.writeHead(answer.statusCode!, answer.headers));
  });
  // At the end, the page may still be loading something.
  onward.on('error', () => response.destroy());
  request.pipe(onward);
});

beforeAll(async () => {
  const { database, directory } = cells[1];
  await createAccount(database.prisma, { email: EMAIL, password: PASSWORD }, directory);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});

afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await mailbox.close();
});

describeInChromium((open) => {
  it('resets a password, signs in and accepts an invitation in another cell than the page’s', async () => {
    await using visit = await open(`${url}/settings/account`);
    const { page, problems } = visit;
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('E-mail').fill(EMAIL);
    await press(page, 'Send link');
    const [, token] = (await mailbox.link(EMAIL)).split('#');
    // The mail is read in another browser.
    await page.context().clearCookies();
    await page.goto(`${url}/settings/reset-password#${token}`);
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await press(page, 'Change password');
    await page.getByText('Password changed').waitFor();
    await page.context().clearCookies();
    await page.goto(`${url}/settings/account`);
    await page.getByLabel('E-mail').fill(EMAIL);
    await page.getByLabel('Password').fill(NEW_PASSWORD);
    await press(page, 'Sign in');
    await page.getByText(`You sign in as ${EMAIL}.`).waitFor();
    expect(await page.context().cookies()).toContainEqual(
      expect.objectContaining({ name: 'provender_cell', value: 'b2', httpOnly: true }),
    );
    // An invitation, opened without a session.
    await page.goto(`${url}/settings/people`);
    await press(page, 'Invite person');
    await page.getByLabel('E-mail').fill(INVITED);
    await page.getByLabel('Name').fill('Ann');
    await press(page, 'Invite');
    const [, invitation] = (await mailbox.link(INVITED)).split('#');
    await page.context().clearCookies();
    await page.goto(`${url}/settings/invitation#${invitation}`);
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Accept');
    await page.waitForURL((each) => !each.pathname.includes('invitation'));
    await page.goto(`${url}/settings/account`);
    await page.getByText(`You sign in as ${INVITED}.`).waitFor();
    expect(problems).toEqual([]);
  });
});
