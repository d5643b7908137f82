import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { peakMiBDuring } from '../processes.ts';
import { percentile } from '../report.ts';
import type { ServiceProcess } from '../service-process.ts';
import { readScript } from '../script.ts';
import { onStage, type Stage, temporaryFolder } from '../stage.ts';
import { createSupplier } from '../supplier.ts';
import { lineOf, type LongTurn, tooLong } from '../turns/record-turns.ts';
import type { Attack, Finding, Run, Scene } from './attack.ts';
import { createAttacker } from './attacker.ts';
import { CALLBACKS } from './attacks/callbacks.ts';
import { COSTLY_TEXTS } from './attacks/costly-texts.ts';
import { FILES } from './attacks/files.ts';
import { FLOODS } from './attacks/floods.ts';
import { GENERATION, GENERATION_AND_CALLBACKS } from './attacks/generation.ts';
import { OPERATIONS } from './attacks/operations.ts';
import { READERS } from './attacks/readers.ts';
import { ROWS } from './attacks/rows.ts';
import { STRANGERS } from './attacks/strangers.ts';
import { TOURS_OF_A_DAY } from './attacks/tours.ts';
import { type Figures, type Neighbour, startReader, startSubscriber } from './neighbour.ts';

const BESIDE_CALLBACKS = { ...CALLBACKS, ...GENERATION_AND_CALLBACKS };
const ATTACKS = {
  ...OPERATIONS,
  ...READERS,
  ...ROWS,
  ...FLOODS,
  ...STRANGERS,
  ...COSTLY_TEXTS,
  ...FILES,
  ...TOURS_OF_A_DAY,
  ...GENERATION,
  ...BESIDE_CALLBACKS,
};
const NAMES = Object.keys(ATTACKS);
/** An attack that does not end within this time is abandoned. */
const GRACE_MS = 30_000;
const LONG_MS = 300_000;
const APPENDED_MS = 500;
/** How many of the longest turns of the event loop are shown. */
const LONGEST = 10;

const script = readScript(
  'chaos:neighbours',
  'Does anything that one client, account or receiver does harm the others?',
  { seconds: ['duration alone, and then beside each attack', 10, 0.5] },
  NAMES,
);
const { smoke, seconds } = script;
const chosen = script.only ?? NAMES.filter((name) => !(smoke && ATTACKS[name]!.isLong));

/** The service, and its other customers. */
interface Parties {
  service: ServiceProcess;
  neighbour: Neighbour;
  /** Where the service appends its long turns of the event loop. */
  turnsFile: string;
}

await onStage(script, async (stage) => {
  const { report } = stage;
  report.row(['attack', 'alone p50/p95', 'beside p50/p95', 'failed', 'besides', 'verdict']);
  const folder = await temporaryFolder(stage.onEnd);
  const longest: LongTurn[] = [];
  let parties: Parties | undefined;
  for (const [number, name] of chosen.entries()) {
    const isOnCallbacks = name in BESIDE_CALLBACKS;
    const { environment } = ATTACKS[name]!;
    // Effects of one attack must not count for the next one.
    if (!smoke || isOnCallbacks || environment || !parties?.service.isRunning()) {
      await clearAway(stage, parties);
      const turnsFile = join(folder, `${number}.jsonl`);
      const settings = { ...environment, TURNS_FILE: turnsFile };
      const service = await stage.start(isOnCallbacks ? 'worker' : 'all', settings);
      const neighbour = await (isOnCallbacks ? startSubscriber(stage) : startReader(stage, service.url));
      parties = { service, neighbour, turnsFile };
    }
    const before = (await turnsIn(parties.turnsFile)).length;
    const { cells, isKept } = await measure(stage, parties, ATTACKS[name]!, `127.0.0.${2 + number}`);
    const turns = (await turnsIn(parties.turnsFile)).slice(before);
    longest.push(...turns.map((turn) => ({ ...turn, detail: `${name}, ${turn.detail}` })));
    report.row([name, ...cells], isKept);
    process.stderr.write(`${name}: ${cells.at(-1)}\n`);
  }
  const held = tooLong(longest).length;
  if (smoke) report.figure('turns of the event loop that took too long', held);
  else report.none('turns of the event loop that took too long', held);
  for (const turn of longest.toSorted((one, other) => other.ms - one.ms).slice(0, LONGEST)) {
    report.row(['long turn', '', '', '', lineOf(turn)]);
  }
});

/** Returns the long turns that a service has appended to a file, which exists once there is one. */
async function turnsIn(file: string): Promise<LongTurn[]> {
  // The service appends its recorded turns a few times a second.
  await sleep(APPENDED_MS);
  const text = await readFile(file, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as LongTurn);
}

async function measure(stage: Stage, { service, neighbour }: Parties, attack: Attack, address: string) {
  const attacker = createAttacker(service.url, address);
  const account: Scene['account'] = (plan) => createSupplier(stage.database, { plan });
  let run: Run;
  let alone: Figures;
  // The memory that preparation and ordinary requests take in the service is not a cost of the attack.
  const before = await peakMiBDuring(service.pid, async () => {
    const scene = { stage, url: service.url, smoke, attacker, neighbour: neighbour.supplier, account };
    run = await attack.prepare(scene);
    await stage.database.pool.query('VACUUM (ANALYZE)');
    // Warms up connections, plans and compiled code before the measurement.
    await neighbour.during(() => sleep(seconds * 200));
    alone = await neighbour.during(() => sleep(seconds * 1_000));
  });
  attacker.answers.clear();
  let finding: Finding | void = undefined;
  let beside: Figures;
  const peak = await peakMiBDuring(service.pid, async () => {
    beside = await neighbour.during(async () => {
      const ends = AbortSignal.timeout(seconds * 1_000);
      finding = await Promise.race([run!(ends), overdue(attack)]);
    });
  });
  await attacker.leave();
  return judge(service, attack, attacker.answers, {
    alone: alone!,
    beside: beside!,
    grown: peak - before,
    finding,
  });
}

interface Measured {
  alone: Figures;
  beside: Figures;
  grown: number;
  finding: Finding | void;
}

/**
 * Judges an attack. Fair means: p50 at most five times as long plus 50 ms, p95 plus 100 ms, and nothing
 * failed. A smoke run, on an unknown machine, does not enforce figures.
 */
function judge(
  { isRunning }: ServiceProcess,
  { maxGrowthMiB = Infinity, maxRatio = Infinity, isUntimed = false }: Attack,
  answers: Map<number, number>,
  { alone, beside, grown, finding }: Measured,
) {
  const [before, after] = [alone, beside].map(({ latencies }) => {
    return [0.5, 0.95, 0.99].map((share) => percentile(latencies, share));
  }) as [number[], number[]];
  const isFair = isUntimed || (after[0]! <= 5 * before[0]! + 50 && after[1]! <= 5 * before[1]! + 100);
  const ratio = after[2]! / before[2]!;
  const isWithinBounds = grown <= maxGrowthMiB && ratio <= maxRatio && finding?.isWithinBounds !== false;
  const failed = Object.values(beside.failures).reduce((sum, count) => sum + count, 0);
  let verdict = smoke ? 'ok' : 'fair';
  if (!smoke && !isWithinBounds) verdict = 'OUT OF BOUNDS';
  if (failed > 0 || (!smoke && !isFair)) verdict = 'UNFAIR';
  if (!isRunning()) verdict = 'PROCESS ENDED';
  const besides = [
    maxGrowthMiB < Infinity && `${grown.toFixed(0)} of ${maxGrowthMiB} MiB more`,
    maxRatio < Infinity && `p99 ${ratio.toFixed(2)} of ${maxRatio} × alone`,
    finding?.what,
    ...Array.from(answers, ([status, count]) => `${count} × ${status || 'no response'}`),
  ].filter(Boolean);
  const [one, other] = [before, after].map(([p50, p95]) => `${Math.round(p50!)}/${Math.round(p95!)} ms`);
  const kinds = failed > 0 ? ` (${JSON.stringify(beside.failures)})` : '';
  const failures = `${failed} of ${beside.latencies.length + failed}${kinds}`;
  return { cells: [one!, other!, failures, besides.join(', '), verdict], isKept: /^[a-z]+$/.test(verdict) };
}

/** Stops a service and the statements that it left running, and removes all accounts with their records. */
async function clearAway({ database }: Stage, parties: Parties | undefined): Promise<void> {
  if (!parties) return;
  await parties.neighbour.leave();
  if (parties.service.isRunning()) await parties.service.end('SIGKILL');
  await database.pool.query(`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'active' AND application_name LIKE 'provender%'
      AND pid <> pg_backend_pid()`);
  await database.pool.query('TRUNCATE accounts CASCADE');
}

async function overdue({ isLong }: Attack): Promise<Finding> {
  await sleep(seconds * 1_000 + (isLong ? LONG_MS : 0) + GRACE_MS, undefined, { ref: false });
  return { what: 'did not end', isWithinBounds: false };
}
