import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, InvalidArgumentError } from 'commander';
import { compare } from './compare.ts';
import { createCleanups, prepare } from './prepare.ts';
import { surroundings } from './report.ts';
import { type Bench, load, requestsOf } from './rounds.ts';
import { works } from './works.ts';

/** Requests of each kind per turn, so that all kinds have had several turns by the first measurement. */
const TURN = 250;
const REST_MS = 3_000;
const SAMPLES = 5;

interface Options {
  first: number;
  last: number;
}

/** Compares the memory of the service after many requests of all kinds with that after a few. */
async function main(): Promise<void> {
  const { first, last } = readOptions();
  const { cleanups, cleanUp } = createCleanups();
  try {
    const { bench, version } = await prepare({ isSmoke: false, processes: 1 }, cleanups);
    for (const work of works) await compare(work, bench.data, [bench.service, bench.limit]);
    const marks = [first, ...[0.25, 0.5, 0.75, 1].map((part) => Math.round(part * last))];
    console.log('| after requests | resident, MiB | ratio |\n| --: | --: | --: |');
    let sent = 0;
    let reference: number | undefined;
    for (const mark of marks) {
      sent = await send(bench, sent, mark);
      const resident = await restingMemory(bench.service.pid);
      reference ??= resident;
      console.log(`| ${sent} | ${resident.toFixed(0)} | ${(resident / reference).toFixed(2)} |`);
    }
    console.log(`\n${surroundings(version)}`);
  } finally {
    await cleanUp();
  }
}

function readOptions(): Options {
  return new Command('memory')
    .description('Compares the memory of the service after many requests with that after a few.')
    .option('--first <count>', 'requests before the first measurement', positive, 10_000)
    .option('--last <count>', 'requests before the last one', positive, 200_000)
    .parse()
    .opts<Options>();
}

function positive(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InvalidArgumentError('must be a positive integer.');
}

/** Sends requests of all kinds in turn until there were `until` in total. */
async function send({ service, data }: Bench, sent: number, until: number): Promise<number> {
  while (sent < until) {
    const work = works[Math.floor(sent / TURN) % works.length]!;
    const amount = Math.min(TURN, until - sent);
    // On a busy machine, a request may get a 503, which uses memory as well.
    await load(service, work, requestsOf(work, data), { amount }).catch((error: Error) => {
      process.stderr.write(`${error.message}\n`);
    });
    sent += amount;
  }
  return sent;
}

/** Returns the MiB of an idle process: the median of several samples. */
async function restingMemory(pid: number): Promise<number> {
  const samples: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    await sleep(REST_MS);
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    samples.push(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) / 1_024);
  }
  return samples.toSorted((a, b) => a - b)[Math.floor(SAMPLES / 2)]!;
}

await main();
