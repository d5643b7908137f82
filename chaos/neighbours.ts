import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { dawdlers } from './attacks/dawdlers.ts';
import { failingOperations } from './attacks/failing-operations.ts';
import { floods } from './attacks/floods.ts';
import { idleConnections } from './attacks/idle-connections.ts';
import { allSupermarkets, longDeliveries } from './attacks/full-lists.ts';
import { idempotentPosts } from './attacks/idempotent-posts.ts';
import { liveBacklog } from './attacks/live-backlog.ts';
import { pausedReaders } from './attacks/paused-readers.ts';
import { rankings } from './attacks/rankings.ts';
import { searches } from './attacks/searches.ts';
import { sessionProducts } from './attacks/session-products.ts';
import { streamsAtOnce } from './attacks/streams-at-once.ts';
import { aliasedItems, wrongItems } from './attacks/wrong-items.ts';
import type { Attack, Finding } from './stage/attack.ts';
import { createAttacker } from './stage/attacker.ts';
import { peakDuring, residentBytes } from './stage/memory.ts';
import { type Figures, type Neighbour, startNeighbour } from './stage/neighbour.ts';
import { percentile } from './stage/report.ts';
import type { ServiceProcess } from './stage/service-process.ts';
import { onStage, type Stage } from './stage/stage.ts';

const ATTACKS: Attack[] = [
  failingOperations,
  wrongItems,
  aliasedItems,
  ...pausedReaders,
  allSupermarkets,
  longDeliveries,
  rankings,
  idempotentPosts,
  searches,
  liveBacklog,
  ...floods,
  sessionProducts,
  streamsAtOnce,
  idleConnections,
  dawdlers,
];
const NAMES = ATTACKS.map(({ name }) => name);
const MIB = 1_024 * 1_024;
/** An attack that does not end within this time is abandoned. */
const GRACE_MS = 30_000;
const LONG_MS = 90_000;

const { smoke, only, ...options } = new Command('chaos:neighbours')
  .description('Measures the effect of attacks by one client on the requests of others.')
  .option('--smoke', 'small sizes, a moment each; nothing may fail and the process must live', false)
  .option('--only <names>', `some attacks, separated by commas: ${NAMES.join(', ')}`, readNames)
  .option('--seconds <count>', 'duration of requests alone, and then beside each attack', Number, 10)
  .parse()
  .opts<{ smoke: boolean; only?: string[]; seconds: number }>();
const seconds = smoke ? 0.5 : options.seconds;
const chosen = ATTACKS.filter(({ name, isLong }) => only?.includes(name) ?? !(smoke && isLong));

await onStage(`neighbours: ${chosen.length} attacks, ${seconds} s each`, { smoke }, async (stage) => {
  const { report } = stage;
  report.row(['attack', 'alone p50/p95', 'beside p50/p95', 'failed', 'besides', 'verdict']);
  let parties: Parties | undefined;
  for (const [number, attack] of chosen.entries()) {
    // Effects of one attack must not count for the next one.
    if (!smoke) await clearAway(stage, parties);
    if (!smoke || !parties?.service.isRunning()) {
      await parties?.neighbour.leave();
      const service = await stage.start('all');
      parties = { service, neighbour: await startNeighbour(stage, service.url) };
    }
    const { cells, isKept } = await measure(stage, parties, attack, `127.0.0.${2 + number}`);
    report.row([attack.name, ...cells], isKept);
    process.stderr.write(`${attack.name}: ${cells.at(-1)}\n`);
  }
});

async function measure(stage: Stage, { service, neighbour }: Parties, attack: Attack, address: string) {
  const attacker = createAttacker(stage.database, service.url, address);
  const run = await attack.prepare({ stage, url: service.url, smoke, attacker });
  await stage.database.pool.query('VACUUM (ANALYZE)');
  // Warms up connections, plans and compiled code before the measurement.
  await neighbour.during(() => sleep(seconds * 200));
  const alone = await neighbour.during(() => sleep(seconds * 1_000));
  attacker.answers.clear();
  const before = await residentBytes(service.pid);
  let finding: Finding | undefined;
  let beside: Figures | undefined;
  const peak = await peakDuring(service, async () => {
    beside = await neighbour.during(async () => {
      const ends = AbortSignal.timeout(seconds * 1_000);
      finding = (await Promise.race([run(ends), overdue(attack)])) ?? undefined;
    });
  });
  await attacker.leave();
  return judge(service, attack, {
    alone,
    beside: beside!,
    grown: (peak - before) / MIB,
    finding,
    answers: attacker.answers,
  });
}

/** The service, and its other customers. */
interface Parties {
  service: ServiceProcess;
  neighbour: Neighbour;
}

interface Measured {
  alone: Figures;
  beside: Figures;
  grown: number;
  finding: Finding | undefined;
  /** The attacker's responses, by status. */
  answers: Map<number, number>;
}

/** Judges an attack. Fair means: p50 at most five times as long plus 50 ms, p95 plus 100 ms, and no failed request. */
function judge(service: ServiceProcess, { maxGrowthMiB }: Attack, measured: Measured) {
  const { alone, beside, grown, finding, answers } = measured;
  const hasFailed = Object.keys(beside.failures).length > 0;
  const isFair =
    percentile(beside.latencies, 0.5) <= 5 * percentile(alone.latencies, 0.5) + 50 &&
    percentile(beside.latencies, 0.95) <= 5 * percentile(alone.latencies, 0.95) + 100;
  const isWithinBounds = grown <= (maxGrowthMiB ?? Infinity) && (finding?.isWithinBounds ?? true);
  const verdict = verdictOf(service.isRunning(), hasFailed, isFair, isWithinBounds);
  const besides = [
    ...(maxGrowthMiB ? [`${grown.toFixed(0)} of ${maxGrowthMiB} MiB more`] : []),
    ...(finding ? [finding.what] : []),
    ...Array.from(answers, ([status, count]) => `${count} × ${status || 'no response'}`),
  ].join(', ');
  const cells = [figuresOf(alone), figuresOf(beside), failuresOf(beside), besides, verdict];
  return { cells, isKept: verdict === 'fair' || verdict === 'ok' };
}

/** A smoke run, on an unknown machine, does not enforce figures. */
function verdictOf(isAlive: boolean, hasFailed: boolean, isFair: boolean, isWithinBounds: boolean): string {
  if (!isAlive) return 'PROCESS ENDED';
  if (hasFailed) return 'UNFAIR';
  if (smoke) return 'ok';
  if (!isFair) return 'UNFAIR';
  return isWithinBounds ? 'fair' : 'OUT OF BOUNDS';
}

function figuresOf({ latencies }: Figures): string {
  if (latencies.length === 0) return '-';
  return [0.5, 0.95].map((share) => Math.round(percentile(latencies, share))).join('/') + ' ms';
}

function failuresOf({ latencies, failures }: Figures): string {
  const counts = Object.entries(failures).map(([kind, count]) => `${kind}: ${count}`);
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  return `${failed} of ${latencies.length + failed}${failed > 0 ? ` (${counts.join(', ')})` : ''}`;
}

/** Stops a service and the statements that it left running in the database. */
async function clearAway({ database }: Stage, parties: Parties | undefined): Promise<void> {
  if (parties?.service.isRunning()) await parties.service.end('SIGKILL');
  await database.pool.query(`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'active' AND application_name LIKE 'provender%'
      AND pid <> pg_backend_pid()`);
}

async function overdue({ isLong }: Attack): Promise<Finding> {
  await sleep(seconds * 1_000 + (isLong ? LONG_MS : 0) + GRACE_MS, undefined, { ref: false });
  return { what: 'did not end', isWithinBounds: false };
}

function readNames(value: string): string[] {
  const names = value.split(',');
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown) throw new Error(`--only: unknown attack '${unknown}'. Supported: ${NAMES.join(', ')}`);
  return names;
}
