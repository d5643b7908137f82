import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Stage, setStage } from '../support/hostile/attack.ts';
import { brokenRules } from './pairs/broken-rules.ts';
import { type Clone, clonerOf } from './pairs/clone-account.ts';
import { stateOf } from './pairs/state-of.ts';
import { otherTexts, type Write, writesOfSchema } from './pairs/writes.ts';
import { useServices } from '../support/service/service.ts';
import { lockRecords } from './pairs/lock-records.ts';

/** The processes in which every pair of mutations that write the same record run at the same moment. */
const [here, there] = useServices(2);

/** The share of the pairs that are tried, one of so many; `npm run test:weekly` tries every pair. */
const ONE_OF = process.env.TESTS === 'weekly' ? 1 : 30;
/**
 * How often a pair also runs without a lock that holds both up, each request in one transaction with its
 * `Idempotency-Key`.
 */
const ROUNDS = process.env.TESTS === 'weekly' ? 1 : 0;
const PATIENCE_MS = 20 * 60_000;

let stage: Stage;
let cloned: () => Promise<Clone>;
/** The writes that succeed alone on the stage. */
const possible: Write[] = [];

const WRITES = writesOfSchema();
const RECORDS = [...new Set(WRITES.flatMap(({ records }) => records))];

beforeAll(async () => {
  stage = await setStage(here!, 'key');
  cloned = await clonerOf(here!, stage.account.id);
  for (const write of WRITES) {
    if ((await alone([write])).results[0] === 'done') possible.push(write);
  }
}, PATIENCE_MS);

/** The outcome of two writes. */
interface PairOutcome {
  results: string[];
  state: string[];
  broken: string[];
}

/** Sends a write, and returns `done` or the error. */
async function send(
  service: { url: string },
  clone: Clone,
  write: Write,
  more: Record<string, string> = {},
): Promise<string> {
  const ids = { ...stage.ids, account: 0 };
  const variables = write.variables
    .replace(/":(\w+_id)"/g, (match, name: string) => JSON.stringify(ids[name as keyof typeof ids]) ?? match)
    .replaceAll(/(someone|another)@/g, `$1-${clone.id}@`);
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { ...clone.proof[write.by], Origin: service.url, 'Content-Type': 'application/json', ...more },
    body: JSON.stringify({ query: write.query, variables: JSON.parse(variables) }),
  });
  // oxlint-disable-next-line typescript/no-explicit-any -- data of every shape
  const { data, errors }: any = await response.json();
  // What it returns is read after the change, and may be gone by then.
  if (!errors || Object.values(data ?? {}).some((value) => value !== null)) return 'done';
  const { code, field } = errors[0].extensions ?? {};
  return `${code} ${field}${code === 'internal_error' ? ` ${JSON.stringify(errors)}` : ''}`;
}

async function outcomeOf(clone: Clone, results: string[]): Promise<PairOutcome> {
  return { results, state: await stateOf(here!, clone.id), broken: await brokenRules(here!, clone.id) };
}

/** Runs writes one after the other. */
async function alone(writes: readonly Write[]): Promise<PairOutcome> {
  const clone = await cloned();
  const results: string[] = [];
  for (const write of writes) results.push(await send(here!, clone, write));
  return outcomeOf(clone, results);
}

const known = new Map<string, Promise<PairOutcome>>();

/** Runs two writes one after the other, once for each pair: states have nothing that differs between runs. */
function inOrder(pair: readonly [Write, Write] | Write[]): Promise<PairOutcome> {
  const name = pair.map((write) => write.name).join(', ');
  return known.getOrInsertComputed(name, () => alone(pair));
}

/** Runs two writes at the same moment, in two processes; if held, once both wait for rows of the account. */
async function together([first, second]: readonly [Write, Write], isHeld: boolean): Promise<PairOutcome> {
  const clone = await cloned();
  if (!isHeld) {
    const both = [send(here!, clone, first, keyFor(first)), send(there!, clone, second, keyFor(second))];
    return outcomeOf(clone, await Promise.all(both));
  }
  const held = await lockRecords(here!, clone.id);
  const one = send(here!, clone, first);
  await held.waitFor(1, one);
  const other = send(there!, clone, second);
  await held.waitFor(2, other);
  await held.release();
  return outcomeOf(clone, await Promise.all([one, other]));
}

/** Returns whether a record was changed, but removed by the other write before it was read again. */
function isGone(result: string, other: Write): boolean {
  return result === 'not_found null' && /^(another )?(delete|remove|end|revoke)/.test(other.name);
}

function keyFor({ isRepeatable }: Write): Record<string, string> {
  return isRepeatable ? { 'Idempotency-Key': randomUUID() } : {};
}

/** Returns what neither order of two writes explains; undefined if all is well. */
async function unexplained(pair: readonly [Write, Write], outcome: PairOutcome) {
  const { results, state, broken } = outcome;
  if (broken.length > 0) return { pair: pair.map(({ name }) => name), results, broken };
  const orders = [];
  for (const order of [pair, pair.toReversed()]) {
    const serial = await inOrder(order);
    const expected = order === pair ? serial.results : serial.results.toReversed();
    const isExpected = results.every(
      (result, at) => result === expected[at] || isGone(result, pair[1 - at]!),
    );
    const missing = difference(compared(pair, serial.state), compared(pair, state));
    const extra = difference(compared(pair, state), compared(pair, serial.state));
    if (isExpected && missing.length + extra.length === 0) return undefined;
    orders.push({ expected, missing, extra });
  }
  return { pair: pair.map(({ name }) => name), results, orders };
}

/** Returns a state without the audit log for equal changes: at the same moment both can be in the log. */
function compared([one, other]: readonly [Write, Write], state: string[]): string[] {
  const isSame = one.query === other.query && one.variables === other.variables;
  return isSame ? state.filter((row) => !row.startsWith('audit_')) : state;
}

function difference(one: string[], other: string[]): string[] {
  const left = [...other];
  return one.filter((row) => {
    const at = left.indexOf(row);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Returns the pairs of writes of a record, each in both orders. */
function pairsOf(record: string): [Write, Write][] {
  const writes = possible.filter(({ records }) => records.includes(record));
  const pairs = writes.flatMap((one, at) =>
    writes.slice(at).flatMap((other): [Write, Write][] => {
      const second = otherTexts(other);
      return [
        [one, second],
        [second, one],
      ];
    }),
  );
  return pairs.filter((_, at) => at % ONE_OF === 0);
}

it('every mutation that names a record succeeds alone on some record of the stage', () => {
  expect(namesOf(possible)).toEqual(namesOf(WRITES));
});

function namesOf(writes: Write[]): string[] {
  return [...new Set(writes.map(({ name }) => name.split(' ')[0]!))].toSorted();
}

describe('two writes at the same moment lead to what they lead to one after the other', () => {
  it.each(RECORDS)(
    'on the record %s',
    async (record) => {
      const found = [];
      for (const pair of pairsOf(record)) {
        for (let round = 0; round <= ROUNDS; round++) {
          const problem = await unexplained(pair, await together(pair, round === 0));
          if (problem) found.push(problem);
        }
      }
      expect(found).toEqual([]);
    },
    PATIENCE_MS,
  );
});
