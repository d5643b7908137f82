import { Command, InvalidArgumentError, Option } from 'commander';
import { postgresPid, residentMiB } from '../lab/processes.ts';
import { percentile } from '../lab/report.ts';
import { onStage } from '../lab/stage.ts';
import { compare } from './compare.ts';
import { FULL, seed, TINY } from './data.ts';
import { reportPageTasks } from './page-tasks.ts';
import { type Bench, type Measured, measure, type Round, tryOut } from './rounds.ts';
import { WORKLOADS } from './workloads.ts';

const HEAD =
  'workload, service req/s, baseline req/s, ratio, spread, Node ms, baseline, PostgreSQL ms, baseline, CPU ratio';

const names = WORKLOADS.map(({ name }) => name);
const script = new Command('bench')
  .description('How much more does the service cost than a minimal server with the same rules?')
  .option('--smoke', 'only check with little data that both servers respond with the right status', false)
  .addOption(new Option('--only <workload>', 'one workload').choices(names))
  .option('--processes <count>', 'processes of the service', readCount, 1)
  .parse();
const { smoke, only, processes } = script.opts<{ smoke: boolean; only?: string; processes: number }>();
const chosen = WORKLOADS.filter(({ name }) => (only ?? name) === name);

await onStage(script, async (stage) => {
  const { report, database } = stage;
  const data = await seed(database, smoke ? TINY : FULL);
  const args = ['bench/service.ts', '--api-only', '--processes', String(processes)];
  const service = await stage.start(args, { LOG_LEVEL: 'info' });
  const baseline = await stage.start(['bench/baseline/server.ts']);
  const bench: Bench = { data, service, baseline, postgres: await postgresPid(database) };
  if (smoke) {
    for (const workload of chosen) {
      await tryOut(workload, bench);
      report.figure(workload.title, `both servers respond with ${workload.status}`);
    }
    if (only === undefined) await reportPageTasks(stage);
    return;
  }
  for (const workload of chosen) await compare(workload, bench);
  report.row(HEAD.split(', '));
  const sizes: number[] = [];
  for (const workload of chosen) {
    process.stderr.write(`${workload.title} …\n`);
    report.row(rowOf(await measure(workload, bench)));
    sizes.push(await residentMiB(service.pid));
  }
  const [first, last] = [sizes[0]!, sizes.at(-1)!].map((size) => `${size.toFixed(0)} MiB`);
  report.figure('memory of the service, after the first workload and at the end', `${first}, ${last}`);
  if (only === undefined) await reportPageTasks(stage);
});

function rowOf({ workload, service, baseline }: Measured): string[] {
  const ratios = service.map((round, at) => round.perSecond / baseline[at]!.perSecond);
  const both = (what: keyof Round, digits: number) =>
    [service, baseline].map((rounds) => median(rounds, what).toFixed(digits));
  const [own, other] = [service, baseline].map(
    (rounds) => median(rounds, 'node') + median(rounds, 'postgres'),
  );
  return [
    workload.title,
    ...both('perSecond', 0),
    percentile(ratios, 0.5).toFixed(2),
    `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
    ...both('node', 3),
    ...both('postgres', 3),
    (other! / own!).toFixed(2),
  ];
}

function median(rounds: Round[], what: keyof Round): number {
  return percentile(
    rounds.map((round) => round[what]),
    0.5,
  );
}

function readCount(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InvalidArgumentError('must be a positive integer.');
}
