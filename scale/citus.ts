import { isDeepStrictEqual } from 'node:util';
import { Command, Option } from 'commander';
import { DatabaseError } from 'pg';
import { type Data, seed } from '../bench/data.ts';
import { createCleanups } from '../bench/prepare.ts';
import { migrate } from '../src/database/migrate.ts';
import type { Ask } from './citus/ask.ts';
import { distribute, ownersOf } from './citus/distribute.ts';
import { FORMS } from './citus/forms.ts';
import { FUNCTIONS } from './citus/functions.ts';
import { createRunner, type Entry, type Runner, type Variant } from './citus/measure.ts';
import { execute, type Nodes, startNodes } from './citus/nodes.ts';
import type { Request } from './citus/requests.ts';
import { print } from './citus/report.ts';
import { readOneSimply } from './citus/simple-forms.ts';

/** Long enough that plans are kept of what they are kept of. */
const WARM_UP = { requests: 400, ms: 4_000 };
const WORKS = [...new Set(FORMS.map(({ work }) => work))];

const { postgres, accounts, deliveries, seconds, rounds, only } = new Command('scale:citus')
  .description(
    'Compares the CPU time of requests on plain PostgreSQL and on Citus, a coordinator and two workers.',
  )
  .option('--postgres <folder>', 'programs of a PostgreSQL with Citus', '/usr/lib/postgresql/15/bin')
  .option('--accounts <count>', 'accounts', Number, 64)
  .option('--deliveries <count>', 'deliveries of each account', Number, 300)
  .option('--seconds <count>', 'how long each form runs in each round', Number, 1.5)
  .option('--rounds <count>', 'rounds, of which medians are taken', Number, 5)
  .addOption(new Option('--only <work>', 'measure one work').choices(WORKS))
  .parse()
  .opts<{
    postgres: string;
    accounts: number;
    deliveries: number;
    seconds: number;
    rounds: number;
    only?: string;
  }>();

const { cleanups, cleanUp } = createCleanups();
try {
  await main((close) => void cleanups.push(close));
} finally {
  await cleanUp();
}

async function main(onEnd: (close: () => Promise<unknown>) => void): Promise<void> {
  const nodes = await startNodes(postgres, onEnd);
  const size = { accounts, deliveries: accounts * deliveries, productsPerAccount: 200 };
  const data = { plain: await fill(nodes.plain.url, size), citus: await fill(nodes.coordinator.url, size) };
  await distribute(nodes.coordinator.url);
  for (const url of [nodes.plain.url, nodes.coordinator.url]) {
    await execute(url, ...Object.values(FUNCTIONS));
  }
  for (const signature of Object.keys(FUNCTIONS)) {
    await execute(
      nodes.coordinator.url,
      `SELECT create_distributed_function('${signature}', 'account', colocate_with => 'deliveries')`,
    );
  }
  const owners = await ownersOf(nodes.coordinator.url, accounts);
  const runner = await createRunner([nodes.plain, nodes.coordinator, ...nodes.workers], evenly(owners));
  onEnd(runner.close);
  const forms = FORMS.filter(({ work }) => only === undefined || work === only);
  const variants = forms.flatMap((form) =>
    entriesOf(nodes, data, owners).map((entry): Variant => ({ form, entry, rounds: [] })),
  );
  const expected = new Map<string, unknown>();
  for (const variant of variants) await tryOut(runner, variant, expected);
  const running = variants.filter(({ refused }) => refused === undefined);
  for (let round = -1; round < rounds; round++) {
    process.stderr.write(`round ${round + 1} of ${rounds} …\n`);
    // Each round begins elsewhere, so that none gains by order.
    const from = Math.max(0, Math.floor((round * running.length) / rounds));
    for (const variant of [...running.slice(from), ...running.slice(0, from)]) {
      if (round < 0) await runner.run(variant, WARM_UP);
      else await runner.measure(variant, seconds * 1_000);
    }
  }
  print(variants);
}

async function fill(url: string, size: Parameters<typeof seed>[1]): Promise<Data> {
  await migrate(url);
  return seed(url, size);
}

/** As many accounts of one worker as of the other. */
function evenly(owners: Map<number, number>): number[] {
  const [one, two] = [...new Set(owners.values())].map((port) =>
    [...owners].filter(([, own]) => own === port).map(([account]) => account),
  );
  return one!.slice(0, two!.length).flatMap((account, at) => [account, two![at]!]);
}

function entriesOf(
  { plain, coordinator, workers }: Nodes,
  data: Record<'plain' | 'citus', Data>,
  owners: Map<number, number>,
): Entry[] {
  const citus = { nodes: [coordinator, ...workers], data: data.citus };
  return [
    { name: 'plain PostgreSQL', nodes: [plain], data: data.plain, nodeOf: () => plain },
    { ...citus, name: 'coordinator', nodeOf: () => coordinator },
    // Accounts alternate between the workers, so that every other pair meets its own.
    { ...citus, name: 'any worker', nodeOf: (_, turn) => workers[(turn >> 1) % 2]! },
    {
      ...citus,
      name: `the account's worker`,
      nodeOf: ({ account }) => workers.find(({ port }) => port === owners.get(Number(account)))!,
    },
  ];
}

/** Runs a few requests of a variant, and compares what they led to with what they lead to on plain PostgreSQL. */
async function tryOut(runner: Runner, variant: Variant, expected: Map<string, unknown>): Promise<void> {
  const { form, entry } = variant;
  try {
    const found = stored(
      await runner.run(
        variant,
        { requests: 4, ms: 60_000 },
        form.work === 'POST delivery' ? readBack : undefined,
      ),
    );
    if (!expected.has(form.work)) expected.set(form.work, found);
    if (!isDeepStrictEqual(found, expected.get(form.work)))
      throw new Error(
        `${form.work}, ${form.name}, ${entry.name}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected.get(form.work))}`,
      );
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    variant.refused = error.message;
    await runner.rollBack();
  }
}

/** A delivery that was created, and the body of its event. */
async function readBack(ask: Ask, request: Request, id: unknown): Promise<unknown> {
  const delivery = await readOneSimply(ask, { ...request, delivery: BigInt(id as string) });
  const events = await ask<{ body: string }>(
    'SELECT body FROM events WHERE account_id = $1 AND body LIKE $2',
    [request.account, `%"delivery_id"%:%${String(id)},%`],
  );
  return { delivery, events: events.map(({ body }) => JSON.parse(body) as unknown) };
}

/** Without what no two servers have in common. */
function stored(results: unknown[]): unknown {
  const others = new Set(['createdAt', 'created_at', 'timestamp']);
  const ids = new Set(['id', 'deliveryId', 'delivery_id']);
  return JSON.parse(
    JSON.stringify(results, (key, value: unknown) =>
      others.has(key) || (ids.has(key) && Number(value) > deliveries * accounts) ? undefined : value,
    ),
  );
}
