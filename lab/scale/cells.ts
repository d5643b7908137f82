import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '../audit.ts';
import { startClients, total } from '../clients.ts';
import { startReceiver } from '../receiver.ts';
import { readScript } from '../script.ts';
import { type DatabaseServer, onStage, type Stage, startDatabase, until } from '../stage.ts';
import { createSuppliers } from '../supplier.ts';
import { createAccount } from '../../src/schema/people/account/create-account.ts';
import { openDirectory } from '../../src/schema/people/cell/directory.ts';
import { createVisitor } from '../../test/support/service/visitor.ts';
import { closedPort } from '../../test/support/webhook/receiver.ts';
import { documented, startHaproxy } from './haproxy.ts';

const PASSWORD = 'a password of cells';
const PHASE_MS = 5_000;
const NOTICED_MS = 30_000;
/** The interval of each client's requests, which stays below its rate limit. */
const EVERY_MS = 400;

const script = readScript('scale:cells', 'Does a killed cell affect the other one, or lose a change?', {
  clients: ['clients that write and read, in each cell', 6],
});
const { clients } = script;

await onStage(script, async (stage) => {
  const { report } = stage;
  // The first cell was a plain install. Its server also has the directory.
  const environment = { DIRECTORY_URL: stage.cluster.url('postgres'), SIGNUP: 'true' };
  const a1 = await startCell(stage, 'a1', stage, environment);
  const b2 = await startCell(stage, 'b2', await startDatabase(stage.onEnd), environment);
  const { url, isUp } = await startHaproxy(stage, (address) => proxyOf(address, { a1, b2 }));
  const isSeen = (cell: Cell) => until(() => isUp(`cell_${cell.name}`, 'a'), NOTICED_MS);
  if (!(await isSeen(a1)) || !(await isSeen(b2))) throw new Error('HAProxy does not see the cells');

  for (const { email } of [a1, b2]) {
    const { isIn, redirects } = await signIn(url, email);
    const isRight = isIn && redirects === (email === a1.email ? 1 : 0);
    report.guarantee(`sign-in to ${email}, redirects`, redirects, isRight);
  }
  const newcomer = createVisitor({ url });
  const input = { name: 'Farm', email: `${randomUUID()}@supplier.example`, password: PASSWORD };
  await newcomer.data('mutation($input: SignUpInput!) { signUp(input: $input) { id } }', { input });
  const cell = newcomer.cookies.get('provender_cell')!;
  report.guarantee('sign-up, its cell', cell, cell === 'b2');

  const working = await Promise.all(
    [a1, b2].map(async ({ name, database }) => {
      const receiver = await startReceiver(stage);
      const suppliers = await createSuppliers(database, clients, { urls: [receiver.url], cell: name });
      const every = { readEveryMs: EVERY_MS, writeEveryMs: EVERY_MS };
      return { name, database, receiver, ...startClients({ suppliers, urlOf: () => url, ...every }) };
    }),
  );
  const failuresOf = (name: string) => total(working.find((each) => each.name === name)!.failures());
  for (const victim of [b2, a1]) {
    const other = victim === b2 ? a1 : b2;
    const [own, others] = [failuresOf(victim.name), failuresOf(other.name)];
    await sleep(PHASE_MS);
    await victim.kill();
    await until(async () => !(await isUp(`cell_${victim.name}`, 'a')), NOTICED_MS);
    await sleep(PHASE_MS);
    const { isIn } = await signIn(url, other.email);
    await victim.restart();
    if (!(await isSeen(victim))) throw new Error('HAProxy does not see the cell again');
    await sleep(PHASE_MS);
    const what = `${victim.name} killed`;
    report.figure(`${what}: its own requests that failed`, failuresOf(victim.name) - own);
    report.none(`${what}: requests of ${other.name} that failed`, failuresOf(other.name) - others);
    report.holds(`${what}: sign-in to ${other.name}`, isIn);
  }
  for (const { name, database, receiver, load, reads, stop } of working) {
    await stop();
    report.figure(`reads in ${name}; its audit:`, total(reads));
    await audit({ report, database }, receiver, load);
  }
});

type Cell = Awaited<ReturnType<typeof startCell>>;

/** Starts a cell on a database server, with an account. */
async function startCell(
  stage: Stage,
  name: string,
  { cluster, database, url }: DatabaseServer,
  environment: { DIRECTORY_URL: string; SIGNUP: string },
) {
  const port = await closedPort();
  const own = { CELL: name, DATABASE_URL: url, PORT: String(port), TRUST_PROXY: '1' };
  const SECRETS_KEY = randomBytes(32).toString('base64');
  const start = () => stage.start('all', { ...environment, ...own, SECRETS_KEY });
  let service = await start();
  const directory = openDirectory({ CELL: name, DIRECTORY_URL: environment.DIRECTORY_URL })!;
  const email = `user@${name}.example`;
  await createAccount(database.prisma, { email, password: PASSWORD }, directory).finally(directory.close);
  return {
    name,
    database,
    port,
    email,
    /** Kills the service and its database. */
    async kill() {
      await cluster.stop('immediate');
      await service.end('SIGKILL');
    },
    async restart() {
      await cluster.start(true);
      service = await start();
    },
  };
}

/** Returns the documented configuration, on loopback addresses and without TLS. */
function proxyOf(address: string, cells: Record<string, Cell>): string {
  return documented('haproxy-cells.cfg')
    .replace(/^( *bind).*/m, `$1 ${address}`)
    .replaceAll('__Host-', '')
    .replace(/^ *server b .*\n/gm, '')
    .replace(
      /^(backend cell_(\w+)\n *server a ).*/gm,
      (_line, start: string, cell: string) => `${start}127.0.0.1:${cells[cell]!.port}`,
    );
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
