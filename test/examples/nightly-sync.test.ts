import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { closedPort } from '../support/webhook/receiver.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useHost } from '../support/process/host.ts';
import { useService } from '../support/service/service.ts';

const host = useHost();
const service = useService();

/** A key that no service has. */
const KEY = `prv_${'a'.repeat(40)}`;

/** The tests run on machines that have nothing but Node.js too. */
const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;

const ALL = ['products: 500', 'supermarkets: 40', 'deliveries: 300'];

const PROGRAMS: [language: string, command: string, ...args: string[]][] = [
  ['TypeScript', 'npm', 'run', '-s', 'example:nightly-sync'],
  ...(HAS_PYTHON
    ? [['Python', 'python3', 'examples/nightly-sync/nightly_sync.py'] as [string, string, string]]
    : []),
];

const runFor = ({ key }: TestAccount, [, command, ...args]: (typeof PROGRAMS)[number]) =>
  host.launch(command, { API_KEY: key, BASE_URL: `${service.url}/api/v1` }, { args }).ended();

it('the programs synchronize all, change nothing when repeated in the other language, and name what differs', async () => {
  const account = await createAccount(service);
  const first = await runFor(account, PROGRAMS[0]!);
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout.trim().split('\n')).toEqual(ALL.map((each) => `${each} created`));
  const second = await runFor(account, PROGRAMS.at(-1)!);
  expect(second).toMatchObject({ code: 0, stderr: '' });
  expect(second.stdout.trim().split('\n')).toEqual(ALL.map((each) => `${each} unchanged`));
  const { json } = await account.call('GET', '/deliveries?per_page=1&view=full');
  expect(json.pagination.total).toBe(300);
  const { prisma, pool } = service.database;
  expect(await prisma.branch.count({ where: { accountId: account.id } })).toBe(80);

  const [{ id, reference }] = json.data;
  await pool.query(
    'UPDATE deliveries SET notes = NULL, order_number = $3 WHERE account_id = $1 AND id = $2',
    [account.id, id, 'PO'],
  );
  for (const program of PROGRAMS) {
    const { code, stdout, stderr } = await runFor(account, program);
    expect([code, stderr]).toEqual([
      3,
      `deliveries ${reference}: differs in order_number, and stays as it is\n`,
    ]);
    expect(stdout).toContain('1 differs');
  }
});

it.each(PROGRAMS)(
  'in %s, names refused rows by their references, and sends no order of them',
  async (...program) => {
    const account = await createAccount(service);
    // Ten more products are left of the plan.
    await service.database.pool.query(
      'INSERT INTO product_sequences (account_id, last_number) VALUES ($1, 99990)',
      [account.id],
    );
    const { code, stdout, stderr } = await runFor(account, program);
    expect([code, stdout]).toEqual([
      1,
      'products: 10 created, 490 refused\nsupermarkets: 40 created\ndeliveries: 6 created\n',
    ]);
    const lines = stderr.trim().split('\n');
    expect(lines.filter((line) => line.startsWith('products ART-'))).toHaveLength(490);
    expect(lines.filter((line) => /^deliveries \S+: not sent, because ART-\d+/.test(line))).toHaveLength(294);
  },
);

it.each(PROGRAMS)('in %s, waits for a service that is not there yet', async (_language, command, ...args) => {
  const BASE_URL = `http://127.0.0.1:${await closedPort()}/api/v1`;
  const started = performance.now();
  const { code, stdout } = await host.launch(command, { API_KEY: KEY, BASE_URL }, { args }).ended();
  expect([code, stdout]).toEqual([1, '']);
  expect(performance.now() - started).toBeGreaterThan(10_000);
});
