import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDelivery } from '../support/records/records.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useCommands } from '../support/process/commands.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const provender = useCommands(() => ({ DATABASE_URL: service.testDatabase.url }));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import '));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(account: TestAccount, kind: string, text: string, ...options: string[]) {
  const file = join(folder, 'file.csv');
  await writeFile(file, text);
  return provender('import', kind, file, '--account', account.email, ...options);
}

const FILE = 'Nr;Name;Weight (kg);Price;Category\nA-1;Rye Bread;0,75;3,49;bakery\n';

it('imports a file, all of it or nothing', async () => {
  const account = await createAccount(service);
  const map = ['--map', 'Nr=reference'];
  const tried = await run(account, 'products', FILE, ...map, '--dry-run', '--json');
  expect(tried).toMatchObject({ code: 0, stderr: '' });
  const counts = { created: 1, updated: 0, unchanged: 0, refused: 0, rows: 1, refusals: [], problems: [] };
  expect(JSON.parse(tried.stdout)).toEqual(counts);

  const refused = await run(account, 'products', `${FILE}A-2;Oat Loaf;1;x;bakery\n`, ...map, '--json');
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was written') });
  expect(JSON.parse(refused.stdout)).toEqual({
    ...counts,
    refused: 1,
    rows: 2,
    refusals: [{ row: 3, column: 'Price', value: 'x', message: 'must be a number' }],
  });

  const done = await run(account, 'products', FILE, ...map, '--json');
  expect(JSON.parse(done.stdout)).toEqual(counts);
  const again = await run(account, 'products', FILE, ...map);
  expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/^created +0$/m) });
  expect(again.stdout).toMatch(/^unchanged +1$/m);
});

it('counts deliveries that differ, and succeeds', async () => {
  const account = await createAccount(service);
  const { id, delivery_date } = await createDelivery(account, { reference: 'D-1' });
  const other = (Number(delivery_date.slice(0, 4)) + 1).toString() + delivery_date.slice(4);
  const outcome = await run(account, 'deliveries', `reference,delivery_date\nD-1,${other}\n`, '--json');
  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(outcome.stdout)).toEqual({
    created: 0,
    updated: 0,
    unchanged: 0,
    differs: 1,
    refused: 0,
    rows: 1,
    refusals: [],
    problems: [],
  });
  const { json } = await account.call('GET', `/deliveries/${id}`);
  expect(json.data).toMatchObject({ delivery_date, status: 'pending' });
});

it('writes out what would act on a terminal, as text and as JSON', async () => {
  const account = await createAccount(service);
  const evil = '\u001b]2x\u0007\u009b31m\u202eabc\u2066\u2028\u007f';
  await service.database.pool.query('UPDATE accounts SET name = $2 WHERE id = $1', [account.id, `A${evil}`]);
  const file = `Reference;Name;Weight;Price;Category\nA-1;"Rye";1;"x${evil}\r\ncreated  9";${evil}bakery\n`;
  const outputs = [];
  for (const flags of [['--dry-run'], ['--dry-run', '--json']]) {
    outputs.push(await run(account, 'products', file, ...flags));
  }
  for (const flags of [[], ['--json']]) {
    outputs.push(await provender('account', 'list', ...flags));
    outputs.push(
      await provender('account', 'set-plan', '--email', `${evil}@b.example`, '--plan', 'free', ...flags),
    );
  }
  for (const { stdout, stderr } of outputs) {
    // oxlint-disable-next-line no-control-regex -- what must not be there
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e\u2066]/);
    expect(stdout).not.toMatch(/^created  9/m);
  }
  const [asText, asJson, list, , listed] = outputs;
  expect(asText!.stdout).toContain(String.raw`\u{1b}]2x\u{7}\u{9b}31m\u{202e}abc`);
  expect(JSON.parse(asJson!.stdout).refusals[0].value).toContain('\u009b31m\u202eabc');
  expect(list!.stdout).toContain(String.raw`A\u{1b}]2x`);
  expect(JSON.parse(listed!.stdout).at(-1).name).toBe(`A${evil}`);
});

it.each([
  [['colours', 'file.csv', '--account', 'a@b.example'], 2],
  [['products', '--account', 'a@b.example'], 2],
  [['products', '/no/such/file', '--account', 'a@b.example'], 1],
])('refuses %j', async (args, code) => {
  expect(await provender('--json', 'import', ...args)).toMatchObject({ code, stdout: '' });
});
