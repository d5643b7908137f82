import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { PRODUCT } from '../support/records/product-values.ts';
import { requestLogOf } from '../support/records/request-log.ts';
import { startTestService, useService } from '../support/service/service.ts';
import { createSignedIn, goTo } from '../support/service/settings.ts';
import { violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { press } from '../support/web/press.ts';
import { PATIENCE } from '../support/webhook/webhook.ts';

const service = useService({ own: 'opens connections of its own' });
const { ask, storedOf } = requestLogOf(service);
const run = promisify(execFile);

describeInChromium((open) => {
  it('shows why a change failed, with a curl command that fails the same way, until bodies are switched off', async () => {
    const account = await createSignedIn(service);
    const id = `failed/${account.id}:a@b=c+d`;
    const path = `/requests/${encodeURIComponent(id)}`;
    const body = { ...PRODUCT, name: "Baker's $HOME `loaf`", price: -1 };
    await account.call('POST', '/products', { body, headers: { 'X-Request-Id': id } });
    await ask(account, 'mutation Rename { updateAccount(input: { name: "" }) { id } }');
    await expect.poll(() => storedOf(account, 'failed'), PATIENCE).toBe(2);
    await using visit = await open(`${service.url}/settings${path}`, account);
    const { page, problems } = visit;
    await page.getByText('price must not be negative').waitFor();
    expect(await page.getByRole('region', { name: 'masked body' }).innerText()).toBe(JSON.stringify(body));
    const command = await page.getByRole('region', { name: 'curl command' }).innerText();
    const { stdout } = await run('sh', ['-c', command.replace('curl ', 'curl -sS ')], {
      env: { ...process.env, KEY: account.key },
    });
    expect(JSON.parse(stdout).error).toMatchObject({ code: 'validation_error', field: 'price' });
    expect(await violationsOf(page, 'main')).toEqual([]);

    await goTo(page, service.url, '/requests');
    await page.getByText('Owner · Web page').waitFor();
    await press(page, 'Stop keeping bodies');
    await page.getByRole('button', { name: 'Keep bodies' }).waitFor();
    await goTo(page, service.url, path);
    await page.getByText('price must not be negative').waitFor();
    expect(await page.getByRole('region', { name: 'masked body' }).count()).toBe(0);
    expect(await page.getByRole('region', { name: 'curl command' }).innerText()).toContain(
      '--data @body.json',
    );
    expect(problems).toEqual([]);
  });

  it('says that the log is off', async () => {
    const without = await startTestService(service.testDatabase, { requestLogDays: 0 });
    onTestFinished(() => without.stop());
    const account = await createSignedIn(without);
    await using visit = await open(`${without.url}/settings/requests`, account);
    await visit.page.getByText('The request log is off').waitFor();
    expect(visit.problems).toEqual([]);
  });
});
