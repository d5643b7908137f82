import { postgresPid, residentMiB } from '../lab/processes.ts';
import { medianOf, percentile } from '../lab/report.ts';
import { readScript } from '../lab/script.ts';
import { onStage } from '../lab/stage.ts';
import { compare } from './compare.ts';
import { FULL, seed, TINY } from './data.ts';
import { reportPageTasks } from './page-tasks.ts';
import { startPeer } from './peer.ts';
import { type Bench, type Measured, measure, type Round, type Work, tryOut } from './rounds.ts';
import { countStatements } from './statistics.ts';
import { WORKLOADS } from './workloads.ts';

const HEAD =
  'workload, service req/s, baseline req/s, ratio, spread, Node ms, baseline, PostgreSQL ms, baseline, CPU ratio';
const WORK_HEAD =
  'a request of, statements, baseline, plans, baseline, kB read, baseline, PostgreSQL ms, baseline, Node ms, baseline';

const script = readScript(
  'bench',
  'How much more does the service cost than a minimal server with the same rules?',
  {
    withoutPlans: ['execute operations by graphql-js alone', false],
    peers: ['also measure PostGraphile, which is installed for it', false],
    processes: ['processes of the service', 1, 1],
  },
  WORKLOADS.map(({ name }) => name),
);
const { smoke, only, processes, peers, withoutPlans } = script;
const chosen = WORKLOADS.filter(({ name }) => only?.includes(name) ?? true);

await onStage(script, async (stage) => {
  const { report, database, cluster } = stage;
  await countStatements(cluster, database);
  const data = await seed(database, smoke ? TINY : FULL);
  const plans = withoutPlans ? ['--without-plans'] : [];
  const args = ['bench/service.ts', '--api-only', '--processes', String(processes), ...plans];
  const service = await stage.start(args, { LOG_LEVEL: 'info' });
  const baseline = await stage.start(['bench/baseline/server.ts']);
  const peer = peers ? await startPeer(stage) : undefined;
  const postgres = await postgresPid(database);
  const bench: Bench = { data, database, service, baseline, peer, postgres };
  for (const workload of chosen) await compare(workload, bench);
  if (smoke) {
    for (const workload of chosen) {
      await tryOut(workload, bench);
      report.figure(workload.title, `both servers respond with ${workload.status} and the same`);
    }
    if (only === undefined) await reportPageTasks(stage);
    return;
  }
  const sizes: number[] = [];
  const work = [WORK_HEAD.split(', ')];
  report.row(HEAD.split(', '));
  for (const workload of chosen) {
    process.stderr.write(`${workload.title} …\n`);
    const measured = await measure(workload, bench);
    const [ours, theirs] = [measured.service!, measured.baseline!];
    report.row(rowOf(workload.title, ours, theirs));
    work.push(workRowOf(workload.title, ours, theirs));
    if (measured.peer) report.row(rowOf('… and PostGraphile as the baseline', ours, measured.peer));
    if (measured.peer) work.push(workRowOf('… and PostGraphile as the baseline', ours, measured.peer));
    sizes.push(await residentMiB(service.pid));
  }
  for (const row of work) report.row(row);
  const [first, last] = [sizes[0]!, sizes.at(-1)!].map((size) => `${size.toFixed(0)} MiB`);
  report.figure('memory of the service, after the first workload and at the end', `${first}, ${last}`);
  if (only === undefined) await reportPageTasks(stage);
});

function rowOf(title: string, one: Measured, other: Measured): string[] {
  const ratios = one.rounds.map((round, at) => round.perSecond / other.rounds[at]!.perSecond);
  const [own, others] = [one, other].map(
    ({ rounds }) => medianOf(rounds, ({ node }) => node) + medianOf(rounds, ({ postgres }) => postgres),
  );
  return [
    title,
    ...both(one, other, 'perSecond', 0),
    percentile(ratios, 0.5).toFixed(2),
    `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
    ...both(one, other, 'node', 3),
    ...both(one, other, 'postgres', 3),
    (others! / own!).toFixed(2),
  ];
}

function workRowOf(title: string, one: Measured, other: Measured): string[] {
  const each = (what: keyof Work, per = 1) => [one, other].map(({ work }) => (work[what] / per).toFixed(2));
  return [
    title,
    ...each('statements'),
    ...each('plans'),
    ...each('bytes', 1_000),
    ...both(one, other, 'postgres', 3),
    ...both(one, other, 'node', 3),
  ];
}

function both(one: Measured, other: Measured, what: keyof Round, digits: number): string[] {
  return [one, other].map(({ rounds }) => medianOf(rounds, (round) => round[what]).toFixed(digits));
}
