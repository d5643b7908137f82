import { postgresPid, residentMiB } from '../processes.ts';
import { medianOf, percentile } from '../report.ts';
import { readScript } from '../script.ts';
import { onStage } from '../stage.ts';
import { compare } from './compare.ts';
import { FULL, seed, TINY } from './data.ts';
import { reportPageTasks } from './page-tasks.ts';
import { startPeers } from './peer.ts';
import { type Bench, measure, type Round } from './rounds.ts';
import { countStatements } from './statistics.ts';
import { WORKLOADS } from './workloads.ts';

const HEAD =
  'workload, service req/s, baseline req/s, ratio, spread, Node ms, baseline, ratio, spread, PostgreSQL ms, baseline, statements, baseline, plans, baseline';

const PEER_TITLES = [
  ['open', '… and PostGraphile as the baseline'],
  ['keyed', '… and PostGraphile with a check of keys'],
] as const;

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
  const { open, keyed } = peers ? await startPeers(stage) : {};
  const postgres = await postgresPid(database);
  const bench: Bench = { data, database, service, baseline, open, keyed, postgres };
  for (const workload of chosen) await compare(workload, bench);
  const sizes: number[] = [];
  report.row(HEAD.split(', '));
  for (const workload of chosen) {
    process.stderr.write(`${workload.title} …\n`);
    const measured = await measure(workload, bench, smoke);
    const ours = measured.get('service')!;
    report.row(rowOf(workload.title, ours, measured.get('baseline')!));
    for (const [name, title] of PEER_TITLES) {
      const theirs = measured.get(name);
      if (theirs) report.row(rowOf(title, ours, theirs));
    }
    sizes.push(await residentMiB(service.pid));
  }
  const [first, last] = [sizes[0]!, sizes.at(-1)!].map((size) => `${size.toFixed(0)} MiB`);
  report.figure('memory of the service, after the first workload and at the end', `${first}, ${last}`);
  if (only === undefined) await reportPageTasks(stage);
});

function rowOf(title: string, one: Round[], other: Round[]): string[] {
  const ratio = (what: keyof Round) => {
    const ratios = one.map((round, at) => round[what] / other[at]![what]);
    const spread = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
    return [percentile(ratios, 0.5).toFixed(2), spread];
  };
  const both = (what: keyof Round, digits: number) =>
    [one, other].map((rounds) => medianOf(rounds, (round) => round[what]).toFixed(digits));
  return [
    title,
    ...both('perSecond', 0),
    ...ratio('perSecond'),
    ...both('node', 3),
    ...ratio('node'),
    ...both('postgres', 3),
    ...both('statements', 2),
    ...both('plans', 2),
  ];
}
