import { type Finding, fuzz, type Target } from '@provender/compiled-execution/fuzz/fuzz';
import { createSyntheticTarget } from '@provender/compiled-execution/fuzz/synthetic-target';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Report } from '../lab/report.ts';
import { onStage } from '../lab/stage.ts';
import { createServiceTarget } from './service-target.ts';

const SHOWN = 5;

const script = new Command('fuzz')
  .description('Do compiled operations return what graphql-js returns?')
  .option('--count <count>', 'operations on each schema', toInteger, 2_000)
  .option('--seed <seed>', 'seed of the first operation, incremented for each further one', toInteger, 1)
  .addOption(new Option('--only <schema>', 'one of the two schemas').choices(['service', 'synthetic']))
  .parse();
const { count, seed, only } = script.opts<{ count: number; seed: number; only?: Target['name'] }>();

await onStage(script, async ({ url, report }) => {
  if (only !== 'service') await run(createSyntheticTarget(), report);
  if (only !== 'synthetic') {
    const target = await createServiceTarget(url);
    await run(target, report);
    await target.close();
  }
});

async function run(target: Target, report: Report): Promise<void> {
  const { findings, ...counts } = await fuzz(target, { count, seed });
  for (const [what, number] of Object.entries(counts)) report.figure(`${target.name}: ${what}`, number);
  report.none(`${target.name}: findings`, findings.length);
  for (const finding of findings.slice(0, SHOWN)) process.stdout.write(describe(target.name, finding));
}

function describe(name: string, { seed, query, variables, compiled, expected, rejections }: Finding): string {
  return `
npm run fuzz -- --only ${name} --seed ${seed} --count 1
${query.trim()}
variables   ${JSON.stringify(variables)}
graphql-js  ${expected}
compiled    ${compiled}
${rejections.map((reason) => `rejection   ${reason}\n`).join('')}`;
}

function toInteger(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError('must be an integer.');
}
