import { readFileSync } from 'node:fs';
import { Command } from 'commander';

// Estimates the cost of a number of accounts from measured figures: docs/performance.md for requests, docs/scaling.md
// for the rest.

/** CPU milliseconds of the worker and of PostgreSQL per callback, from its event to its recorded attempt. */
const CALLBACK_MS = { node: 0.38, postgres: 0.33 };
/** Bytes including indexes: of a delivery with five lines, and of an event with its message and attempt. */
const DELIVERY_BYTES = 1_700;
const EVENT_BYTES = 1_400;
/** Rows per second. */
const RATES = { backup: 450_000, restore: 67_000 };
const KEPT_DAYS = 30;
/** The demo account's work per day: its history has 282 deliveries and 42 returns in three months. */
const DEMO = { deliveries: 282 / 90, returnsPerDelivery: 42 / 282 };
const LINES = 5;
/** A delivery is created, dispatched and completed. */
const CHANGES = 3;
/** The share of the day's work in its busiest hour. */
const BUSIEST_HOUR = 0.15;
/** The share of lists among reads; the rest read one record. */
const LISTS = 0.3;
/** The planned utilization of a core, which leaves room for peaks within the hour. */
const USED = 0.5;

interface Scenario {
  name: string;
  accounts: number;
  /** Per account and day. */
  deliveries: number;
}

const { reads, webhooks, years, ...own } = new Command('scale:estimate')
  .description('Estimates the cost of a number of accounts from measured figures.')
  .option('--accounts <count>', 'accounts', Number)
  .option('--deliveries <count>', 'deliveries per account and day', Number, 30)
  .option('--reads <count>', 'reads per write', Number, 10)
  .option('--webhooks <count>', 'webhooks per account', Number, 1)
  .option('--years <count>', 'years for which records are kept', Number, 3)
  .parse()
  .opts<{ accounts?: number; deliveries: number; reads: number; webhooks: number; years: number }>();

const SCENARIOS: Scenario[] = [
  { name: 'the demo', accounts: 1, deliveries: DEMO.deliveries },
  { name: '1,000 × the demo', accounts: 1_000, deliveries: DEMO.deliveries },
  { name: '1,000 suppliers, 300 deliveries a day', accounts: 1_000, deliveries: 300 },
  { name: '100,000 × the demo', accounts: 100_000, deliveries: DEMO.deliveries },
  { name: '10,000 suppliers, 300 deliveries a day', accounts: 10_000, deliveries: 300 },
];

const scenarios = own.accounts
  ? [{ name: 'yours', accounts: own.accounts, deliveries: own.deliveries }]
  : SCENARIOS;
const rows = scenarios.map((scenario) => [scenario.name, ...estimate(scenario)]);
print([
  [
    'Scenario',
    'Reads/s',
    'Writes/s',
    'Callbacks/s',
    'Cores, Node.js',
    'Cores, PostgreSQL',
    'Rows',
    'Disk',
    'Backup',
    'Restore',
  ],
  ...rows,
]);

/** In the busiest hour. */
function estimate({ accounts, deliveries }: Scenario): string[] {
  const aDay = accounts * deliveries;
  const changes = aDay * (CHANGES + DEMO.returnsPerDelivery);
  const writesPerS = (changes * BUSIEST_HOUR) / 3_600;
  const readsPerS = writesPerS * reads;
  const callbacksPerS = writesPerS * webhooks;
  const cost = costs();
  const cores = (kind: 'node' | 'postgres') =>
    (readsPerS * ((1 - LISTS) * cost.one[kind] + LISTS * cost.list[kind]) +
      writesPerS * cost.write[kind] +
      callbacksPerS * CALLBACK_MS[kind]) /
    1_000 /
    USED;
  const kept = aDay * 365 * years;
  const events = changes * KEPT_DAYS;
  const records = kept * (1 + LINES + DEMO.returnsPerDelivery) + events * (1 + 2 * webhooks);
  const bytes = kept * DELIVERY_BYTES + events * EVENT_BYTES * Math.max(1, webhooks);
  return [
    ...[readsPerS, writesPerS, callbacksPerS, cores('node'), cores('postgres')].map(round),
    amount(records),
    `${amount(bytes)}B`,
    time(records / RATES.backup),
    time(records / RATES.restore),
  ];
}

/** CPU milliseconds per request, from the table in docs/performance.md. */
function costs() {
  const text = readFileSync(new URL('../docs/performance.md', import.meta.url), 'utf8');
  const of = (work: string) => {
    const cells = text
      .split('\n')
      .find((line) => line.startsWith(`| ${work} `))!
      .split('|');
    return { node: Number(cells[6]), postgres: Number(cells[8]) };
  };
  return {
    one: of('`GET /deliveries/{id}`'),
    list: of('`GET /deliveries?per_page=20`'),
    write: of('`POST /deliveries`, 5 products'),
  };
}

function round(value: number): string {
  return value < 0.05 ? '< 0.1' : value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en');
}

function amount(value: number): string {
  const [unit, size] = (
    [
      ['T', 1e12],
      ['G', 1e9],
      ['M', 1e6],
      ['k', 1e3],
    ] as const
  ).find(([, one]) => value >= one)!;
  const count = value / size;
  return `${count < 10 ? count.toFixed(1) : Math.round(count)} ${unit}`;
}

function time(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  return seconds < 3_600 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

function print(table: string[][]): void {
  const lines = table.map((row) => `| ${row.join(' | ')} |`);
  process.stdout.write(
    `${[lines[0], `|${' --- |'.repeat(table[0]!.length)}`, ...lines.slice(1)].join('\n')}\n`,
  );
}
