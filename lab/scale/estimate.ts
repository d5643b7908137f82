import { readFileSync } from 'node:fs';
import { readScript } from '../script.ts';

// Measured, with docs/performance.md for requests: CPU milliseconds of a callback, from its event to its
// recorded attempt; bytes with indexes of a delivery with five lines, and of an event with its message and
// attempt; rows a second.
const CALLBACK = { node: 0.38, postgres: 0.33 };
const BYTES = { delivery: 1_700, event: 1_400 };
const ROWS = { backup: 450_000, restore: 67_000 };
const EVENTS_KEPT_DAYS = 30;
/** The demo account's history has 282 deliveries and 42 returns in three months. */
const DEMO = { deliveries: 282 / 90, returnsPerDelivery: 42 / 282 };
const LINES = 5;
const REQUESTS = [
  '`GET /deliveries/{id}`',
  '`GET /deliveries?per_page=20`',
  '`POST /deliveries`, 5 products',
];
/** A delivery is created, dispatched and completed. */
const CHANGES = 3;
/**
 * The share of the day's work in its busiest hour, of lists among reads, and of a core that is used at most.
 */
const SHARES = { busiestHour: 0.15, lists: 0.3, used: 0.5 };

const {
  accounts: own,
  deliveries,
  reads,
  webhooks,
  years,
} = readScript('scale:estimate', 'What does a number of accounts cost, in cores, disk and time?', {
  accounts: ['accounts (default: the scenarios of the documentation)', 0],
  deliveries: ['deliveries per account and day', 30],
  reads: ['reads per write', 10],
  webhooks: ['webhooks per account', 1],
  years: ['years for which records are kept', 3],
});

const SCENARIOS: [name: string, accounts: number, deliveriesADay: number][] = own
  ? [['yours', own, deliveries]]
  : [
      ['the demo', 1, DEMO.deliveries],
      ['1,000 × the demo', 1_000, DEMO.deliveries],
      ['1,000 suppliers, 300 deliveries a day', 1_000, 300],
      ['10,000 suppliers, 300 deliveries a day', 10_000, 300],
    ];
const HEAD = `| Scenario | Reads/s | Writes/s | Callbacks/s | Cores, Node.js | Cores, PostgreSQL | Rows | Disk | Backup | Restore |
|${' --- |'.repeat(10)}`;
const rows = SCENARIOS.map(
  ([name, accounts, aDay]) => `| ${name} | ${estimate(accounts * aDay).join(' | ')} |`,
);
process.stdout.write(`${[HEAD, ...rows].join('\n')}\n`);

/** Returns the cells of a number of deliveries a day, in the busiest hour. */
function estimate(aDay: number): string[] {
  const changes = aDay * (CHANGES + DEMO.returnsPerDelivery);
  const writesPerS = (changes * SHARES.busiestHour) / 3_600;
  const readsPerS = writesPerS * reads;
  const callbacksPerS = writesPerS * webhooks;
  const [one, list, write] = REQUESTS.map(costOf) as [Cost, Cost, Cost];
  const cores = (kind: keyof Cost) =>
    (readsPerS * ((1 - SHARES.lists) * one[kind] + SHARES.lists * list[kind]) +
      writesPerS * write[kind] +
      callbacksPerS * CALLBACK[kind]) /
    1_000 /
    SHARES.used;
  const kept = aDay * 365 * years;
  const events = changes * EVENTS_KEPT_DAYS;
  const records = kept * (1 + LINES + DEMO.returnsPerDelivery) + events * (1 + 2 * webhooks);
  const bytes = kept * BYTES.delivery + events * BYTES.event * Math.max(1, webhooks);
  return [
    ...[readsPerS, writesPerS, callbacksPerS, cores('node'), cores('postgres')].map(round),
    amount(records),
    `${amount(bytes)}B`,
    time(records / ROWS.backup),
    time(records / ROWS.restore),
  ];
}

type Cost = typeof CALLBACK;

/** Returns the CPU milliseconds of a request, from the table in docs/performance.md. */
function costOf(request: string): Cost {
  const text = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8');
  const line = text.split('\n').find((each) => each.startsWith(`| ${request} `));
  const cells = line!.split('|');
  return { node: Number(cells[5]), postgres: Number(cells[6]) };
}

function round(value: number): string {
  return value < 0.05 ? '< 0.1' : value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en');
}

function amount(value: number): string {
  const power = Math.min(4, Math.floor(Math.log10(value) / 3));
  const count = value / 1_000 ** power;
  return `${count < 10 ? count.toFixed(1) : Math.round(count)} ${['', 'k', 'M', 'G', 'T'][power]}`;
}

function time(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  return seconds < 3_600 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
