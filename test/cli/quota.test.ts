import { expect, it } from 'vitest';
import { PLAN_LIMITS } from '../../src/schema/core/caller/plans.ts';
import { createAccount } from '../support/service/account.ts';
import { useCommands } from '../support/process/commands.ts';
import { useService } from '../support/service/service.ts';

const service = useService({ own: 'is used by commands, which have other secrets' });
const provender = useCommands(() => ({ DATABASE_URL: service.testDatabase.url }));

it('the command line enforces the quotas of the plan with a message', async () => {
  const account = await createAccount(service, 'free');
  const { apiKeys } = PLAN_LIMITS.free.quotas;
  // It came with a key.
  for (let count = 1; count < apiKeys; count++) await account.issue(['products:read']);
  const refused = await run(`key create --account ${account.email} --name more --scopes all`);
  expect(refused).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(
      'The Free plan includes at most 10 API keys. Revoke a key you no longer use',
    ),
  });
  const webhook = {
    accountId: account.id,
    url: 'https://hooks.example.com/',
    events: ['product.created'],
    secret: 'whsec_',
  };
  const webhooks = Array.from({ length: PLAN_LIMITS.free.quotas.webhooks }, () => webhook);
  await service.database.prisma.webhookSubscription.createMany({ data: webhooks });
  const { code, stderr } = await run(
    `webhook create --account ${account.email} --url ${webhook.url} --events all`,
  );
  expect(code).toBe(1);
  expect(stderr).toContain('The Free plan includes at most 10 webhooks.');
});

function run(command: string) {
  return provender('--json', ...command.split(' '));
}
