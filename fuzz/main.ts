import { setPriority } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import { withCluster } from '../bench/cluster.ts';
import { type Finding, fuzz, type Summary, type Target } from '@provender/compiled-execution/fuzz/fuzz';
import { createServiceTarget } from './service-target.ts';
import { createSyntheticTarget } from '@provender/compiled-execution/fuzz/synthetic-target';

const SHOWN = 5;
const PROGRESS_MS = 10_000;

const { count, seed, only } = new Command('fuzz')
  .description('Executes random operations by plans and by graphql-js, and compares the results.')
  .option('--count <count>', 'operations on each schema', toInteger, 2_000)
  .option('--seed <seed>', 'seed of the first operation, incremented for each further one', toInteger, 1)
  .addOption(new Option('--only <schema>', 'one of the two schemas').choices(['service', 'synthetic']))
  .parse()
  .opts<{ count: number; seed: number; only?: Target['name'] }>();

setPriority(10);
if (only !== 'service') {
  await run(createSyntheticTarget());
  await run(createSyntheticTarget({ pauses: true }));
}
if (only !== 'synthetic') {
  await withCluster(async (cluster) => {
    const target = await createServiceTarget(await cluster.create('fuzz'));
    await run(target);
    await target.close();
  });
}

async function run(target: Target): Promise<void> {
  let operations = 0;
  const progress = setInterval(() => {
    process.stderr.write(`${target.name}: ${operations} of ${count}\n`);
  }, PROGRESS_MS);
  const summary = await fuzz(target, { count, seed, onProgress: (done) => (operations = done) });
  clearInterval(progress);
  report(target.name, summary);
  if (summary.findings.length > 0) process.exitCode = 1;
}

function report(name: string, { findings, ...counts }: Summary): void {
  const figures = Object.entries(counts).map(([what, number]) => `${what} ${number}`);
  process.stdout.write(`${name}: findings ${findings.length}, ${figures.join(', ')}\n`);
  for (const finding of findings.slice(0, SHOWN)) process.stdout.write(`${describe(name, finding)}\n`);
}

function describe(name: string, { seed, query, variables, compiled, expected, rejections }: Finding): string {
  return [
    '',
    `npm run fuzz -- --only ${name} --seed ${seed} --count 1`,
    query.trim(),
    `variables   ${JSON.stringify(variables)}`,
    `graphql-js  ${expected}`,
    `compiled    ${compiled}`,
    ...rejections.map((reason) => `rejection   ${reason}`),
  ].join('\n');
}

function toInteger(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError('must be an integer.');
}
