import { postgresPid, residentMiB } from '../processes.ts';
import { medianOf, percentile } from '../report.ts';
import { readScript } from '../script.ts';
import { onStage } from '../stage.ts';
import { compare } from './compare.ts';
import { FULL, seed, TINY } from './data.ts';
import { reportPageTasks } from './page-tasks.ts';
import { startPeer } from './peer.ts';
import { type Bench, measure, type Round } from './rounds.ts';
import { countStatements } from './statistics.ts';
import { WORKLOADS } from './workloads.ts';

const HEAD =
  'workload, service req/s, baseline req/s, ratio, spread, Node ms, baseline, PostgreSQL ms, baseline, statements, baseline, plans, baseline';

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
  const args = ['lab/bench/service.ts', '--api-only', '--processes', String(processes), ...plans];
  const service = await stage.start(args, { LOG_LEVEL: 'info' });
  const baseline = await stage.start(['lab/bench/baseline/server.ts']);
  const peer = peers ? await startPeer(stage) : undefined;
  const postgres = await postgresPid(database);
  const bench: Bench = { data, database, service, baseline, peer, postgres };
  for (const workload of chosen) await compare(workload, bench);
  const sizes: number[] = [];
  report.row(HEAD.split(', '));
  for (const workload of chosen) {
    process.stderr.write(`${workload.title} …\n`);
    const measured = await measure(workload, bench, smoke);
    const ours = measured.get('service')!;
    report.row(rowOf(workload.title, ours, measured.get('baseline')!));
    const theirs = measured.get('peer');
    if (theirs) report.row(rowOf('… and PostGraphile as the baseline', ours, theirs));
    sizes.push(await residentMiB(service.pid));
  }
  const [first, last] = [sizes[0]!, sizes.at(-1)!].map((size) => `${size.toFixed(0)} MiB`);
  report.figure('memory of the service, after the first workload and at the end', `${first}, ${last}`);
  if (only === undefined) await reportPageTasks(stage);
});

function rowOf(title: string, one: Round[], other: Round[]): string[] {
  const ratios = one.map((round, at) => round.perSecond / other[at]!.perSecond);
  const both = (what: keyof Round, digits: number) =>
    [one, other].map((rounds) => medianOf(rounds, (round) => round[what]).toFixed(digits));
  return [
    title,
    ...both('perSecond', 0),
    percentile(ratios, 0.5).toFixed(2),
    `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
    ...both('node', 3),
    ...both('postgres', 3),
    ...both('statements', 2),
    ...both('plans', 2),
  ];
}
