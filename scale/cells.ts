import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { onStage, startServer, until } from '../chaos/stage/stage.ts';
import { createAccount } from '../src/schema/account/create-account.ts';
import { openDirectory } from '../src/schema/cell/directory.ts';
import { createVisitor } from '../test/support/service/visitor.ts';
import { type Cell, startCell } from './cell.ts';
import { createTraders, measureCost } from './cells-cost.ts';
import { startCellsProxy } from './cells-proxy.ts';

const PASSWORD = 'a password of cells';
const PHASE_MS = 5_000;
const NOTICED_MS = 30_000;

const { clients, traders } = new Command('scale:cells')
  .description('Runs two cells behind HAProxy, measures what they cost, and kills each in turn under load.')
  .option('--clients <count>', 'clients that write and read, in each cell', Number, 6)
  .option('--traders <count>', 'accounts that the cost is measured with', Number, 24)
  .parse()
  .opts<{ clients: number; traders: number }>();

await onStage('cells: two behind HAProxy, each killed in turn', { smoke: false }, async (stage) => {
  const { report } = stage;
  const plain = await stage.start('all', { SECRETS_KEY: randomBytes(32).toString('base64') });
  const alone = await measureCost(plain.url, await createTraders(stage.database, traders), [stage.database]);
  // Keys without a cell.
  const older = await createTraders(stage.database, traders / 2);
  await plain.end('SIGTERM');

  // The plain install becomes the first cell. Its server also has the directory.
  const environment = { DIRECTORY_URL: stage.cluster.url('postgres'), SIGNUP: 'true' };
  const a1 = await startCell(stage, 'a1', { server: stage, clients, environment });
  const server = await startServer(stage.onEnd);
  const b2 = await startCell(stage, 'b2', { server, clients, environment });
  const proxy = await startCellsProxy(stage, { a1: a1.port, b2: b2.port });
  const isUp = ({ name }: Cell) => proxy.isUp(`cell_${name}`, 'a');
  const isEachUp = async () => (await isUp(a1)) && (await isUp(b2));
  if (!(await until(isEachUp, NOTICED_MS))) throw new Error('HAProxy does not see the cells');

  const mixed = [...older, ...(await createTraders(b2.database, traders / 2, 'b2'))];
  const together = await measureCost(proxy.url, mixed, [a1.database, b2.database]);
  report.row(['database CPU, ms for each request', 'plain', 'a1 + b2', 'busiest / plain']);
  for (const [work, [cost]] of alone) {
    const shares = together.get(work)!;
    const busiest = Math.max(...shares) / cost!;
    report.row([
      `  ${work}`,
      cost!.toFixed(2),
      shares.map((ms) => ms.toFixed(2)).join(' + '),
      busiest.toFixed(2),
    ]);
  }

  // The audit below expects an event for each record.
  for (const { database } of [a1, b2]) await database.pool.query('TRUNCATE accounts CASCADE');
  const [inA1, inB2] = [await createUser(a1, environment), await createUser(b2, environment)];
  for (const email of [inA1, inB2]) {
    const { isIn, redirects } = await signIn(proxy.url, email);
    report.guarantee(
      `sign-in to ${email}, redirects`,
      redirects,
      isIn && redirects === (email === inA1 ? 1 : 0),
    );
  }
  const newcomer = createVisitor({ url: proxy.url });
  const input = { name: 'Farm', email: `${randomUUID()}@supplier.example`, password: PASSWORD };
  await newcomer.data('mutation($input: SignUpInput!) { signUp(input: $input) { id } }', { input });
  const cell = newcomer.cookies.get('provender_cell')!;
  report.guarantee('sign-up, its cell', cell, cell === 'b2');

  let isOver = false;
  const working = [a1, b2].map((each) => each.work(proxy.url, () => isOver));
  for (const victim of [b2, a1]) {
    const [other, email] = victim === b2 ? [a1, inA1] : [b2, inB2];
    const [ownBefore, othersBefore] = [total(victim), total(other)];
    await sleep(PHASE_MS);
    await victim.kill();
    await until(async () => !(await isUp(victim)), NOTICED_MS);
    await sleep(PHASE_MS);
    const { isIn } = await signIn(proxy.url, email);
    await victim.restart();
    if (!(await until(() => isUp(victim), NOTICED_MS)))
      throw new Error('HAProxy does not see the cell again');
    await sleep(PHASE_MS);
    report.figure(`${victim.name} killed: its own requests that failed`, total(victim) - ownBefore);
    const failed = total(other) - othersBefore;
    report.guarantee(`${victim.name} killed: requests of ${other.name} that failed`, failed, failed === 0);
    report.guarantee(`${victim.name} killed: sign-in to ${other.name}`, isIn ? 'yes' : 'no', isIn);
  }
  isOver = true;
  await Promise.all(working);
  for (const each of [a1, b2]) {
    await each.audit();
    report.figure(
      `${each.name}: failures by status`,
      [...each.failures()].map((pair) => pair.join(' × ')).join(', '),
    );
  }
});

function total(cell: Cell): number {
  return [...cell.failures().values()].reduce((sum, times) => sum + times, 0);
}

/** Creates an account in a cell, and returns its e-mail. */
async function createUser(
  { name, database }: Cell,
  { DIRECTORY_URL }: { DIRECTORY_URL: string },
): Promise<string> {
  const directory = openDirectory({ CELL: name, DIRECTORY_URL })!;
  const email = `user@${name}.example`;
  await createAccount(database.prisma, { email, password: PASSWORD }, directory).finally(directory.close);
  return email;
}

/** Signs in as the settings page does, and follows redirects as a browser does. */
async function signIn(url: string, email: string): Promise<{ isIn: boolean; redirects: number }> {
  const visitor = createVisitor({ url });
  let redirects = 0;
  let response = await visitor.signIn(email, PASSWORD);
  for (; response.status === 307 && redirects < 3; redirects++)
    response = await visitor.signIn(email, PASSWORD);
  const { json } = await visitor.ask('{ account { email } }');
  return { isIn: json.data?.account?.email === email, redirects };
}
