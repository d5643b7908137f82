import { Command, InvalidArgumentError, Option } from 'commander';
import { compare } from './compare.ts';
import { createCleanups, prepare } from './prepare.ts';
import { surroundings, table } from './report.ts';
import { type Bench, type Measured, measure, tryOut } from './rounds.ts';
import { type Work, works } from './works.ts';

interface Options {
  smoke?: true;
  only?: string;
  processes: number;
}

async function main(): Promise<void> {
  const { smoke, only, processes } = readOptions();
  const chosen = works.filter(({ name }) => only === undefined || name === only);
  const { cleanups, cleanUp } = createCleanups();
  try {
    const { bench, version } = await prepare({ isSmoke: smoke ?? false, processes }, cleanups);
    if (smoke) await runSmoke(chosen, bench);
    else await runMeasured(chosen, bench, version);
  } finally {
    await cleanUp();
  }
}

function readOptions(): Options {
  return new Command('bench')
    .description('Compares the service with a minimal server that does the same work.')
    .option('--smoke', 'only check with little data that both servers respond with the right status')
    .addOption(new Option('--only <work>', 'run one work').choices(works.map(({ name }) => name)))
    .addOption(new Option('--processes <count>', 'processes of the service').argParser(readCount).default(1))
    .parse()
    .opts<Options>();
}

function readCount(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InvalidArgumentError('must be a positive integer.');
}

async function runSmoke(chosen: Work[], bench: Bench): Promise<void> {
  for (const work of chosen) {
    await tryOut(work, bench);
    console.log(`${work.title}: both servers respond with ${work.status}`);
  }
}

async function runMeasured(chosen: Work[], bench: Bench, version: string): Promise<void> {
  const results: Measured[] = [];
  for (const work of chosen) await compare(work, bench.data, [bench.service, bench.limit]);
  for (const work of chosen) {
    process.stderr.write(`${work.title} …\n`);
    results.push(await measure(work, bench));
  }
  console.log(`${table(results)}\n\n${surroundings(version)}`);
}

await main();
