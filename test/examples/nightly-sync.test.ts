import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { useHost } from '../support/process/host.ts';
import { useService } from '../support/service/service.ts';

const host = useHost();
const service = useService();

/** The tests run on machines that have nothing but Node.js too. */
const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;

const ALL = ['products: 500', 'supermarkets: 40', 'deliveries: 100', 'deliveries: 100', 'deliveries: 100'];

it('the programs synchronize in six requests, and change nothing when repeated in the other language', async () => {
  const { key, call, id } = await createAccount(service);
  const env = { API_KEY: key, BASE_URL: `${service.url}/api/v1` };
  const run = (command: string, args: string[]) => host.launch(command, env, { args }).ended();
  const first = await run('npm', ['run', '-s', 'example:nightly-sync']);
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout.trim().split('\n')).toEqual(ALL.map((each) => `${each} created`));
  const second = HAS_PYTHON
    ? await run('python3', ['examples/nightly-sync/nightly_sync.py'])
    : await run('npm', ['run', '-s', 'example:nightly-sync']);
  expect(second).toMatchObject({ code: 0, stderr: '' });
  expect(second.stdout.trim().split('\n')).toEqual(ALL.map((each) => `${each} unchanged`));
  const { json } = await call('GET', '/deliveries?per_page=1');
  expect(json.pagination.total).toBe(300);
  const { prisma } = service.database;
  expect(await prisma.branch.count({ where: { accountId: id } })).toBe(80);
});
