import { type Finding, fuzz, type Target } from '@provender/compiled-execution/fuzz/fuzz';
import { createSyntheticTarget } from '@provender/compiled-execution/fuzz/synthetic-target';
import type { Report } from '../report.ts';
import { readScript } from '../script.ts';
import { onStage } from '../stage.ts';
import { lineOf, recordTurns, tooLong } from '../turns/record-turns.ts';
import { createServiceTarget } from './service-target.ts';

const SHOWN = 5;
/** How many of the longest turns of the event loop are shown. */
const LONGEST = 10;

const script = readScript(
  'fuzz',
  'Do compiled operations return what graphql-js returns?',
  {
    count: ['operations on each schema', 2_000],
    seed: ['seed of the first operation, incremented for each further one', 1],
  },
  ['service', 'synthetic'],
);
const { count, seed, only = ['service', 'synthetic'] } = script;

await onStage(script, async ({ url, report }) => {
  if (only.includes('synthetic')) await run(createSyntheticTarget(), report);
  if (only.includes('service')) {
    const target = await createServiceTarget(url);
    const recorder = recordTurns();
    await run(target, report);
    const turns = await recorder.take();
    report.none('service: turns of the event loop that took too long', tooLong(turns).length);
    for (const turn of turns.slice(0, LONGEST)) report.row(['service: long turn', '', '', '', lineOf(turn)]);
    recorder.stop();
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
