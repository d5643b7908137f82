import { type Attack, repeat } from '../stage/attack.ts';
import type { Supplier } from '../stage/supplier.ts';

/** A field that fails while another one's promise is pending. */
const KNOWN = '{ webhookPage(page: 0) { hasMore } webhooks(first: 0) { totalCount } }';
const ACCOUNTS = 2;
/** Per account: below its plan's limit per minute. */
const PER_ACCOUNT = 250;
const KNOWN_SHARE = 0.2;
const SEED = 12;

const FIELDS = [
  'webhookPage(page: 0) { hasMore }',
  'webhooks(first: 0) { totalCount }',
  'webhooks(first: 2) { totalCount nodes { id url } }',
  'productPage(perPage: 0) { hasMore items { id } }',
  'productPage(page: 2) { total items { id name } }',
  'products(first: 101) { totalCount }',
  'products(first: 3, after: "nowhere") { nodes { id } }',
  'products(first: 3) { nodes { id deliveries(first: 0) { totalCount } } }',
  'deliveryPage(page: -1) { total }',
  'deliveries(first: 2) { totalCount nodes { id supermarket { id name } } }',
  'deliveries(first: 1, last: 1) { totalCount }',
  'deliveryAnalytics(dateFrom: "2026-02-01", dateTo: "2020-01-01") { total { count } }',
  'deliveryAnalytics(dateFrom: "2026-01-01", dateTo: "2026-02-01", timeZone: "Nowhere") { total { count } }',
  'returns(last: 0) { totalCount }',
  'returnPage(filter: { deliveryId: "x" }) { total }',
  'supermarkets(first: 1) { nodes { id deliveries(first: 0) { totalCount } } }',
  'supermarkets(first: 0) { nodes { id } }',
  'allSupermarkets { id branches { id deliveries(first: 0) { totalCount } } }',
  'delivery(id: "x") { id }',
  'product(id: "0") { id name }',
  'latestEvents(first: 0) { id }',
  'latestEvents(types: ["nothing"]) { id }',
  'account { id usage { hour { remaining } } }',
  'account { requestCounts(days: 0) { requests } }',
  'eventTypes',
];

/** Hundreds of operations in which some fields fail and others continue: the process must survive. */
export const failingOperations: Attack = {
  name: 'failing-operations',
  async prepare({ attacker, smoke }) {
    const accounts: Supplier[] = [];
    while (accounts.length < ACCOUNTS) accounts.push(await attacker.account('business'));
    const random = generator(SEED);
    const count = smoke ? 60 : ACCOUNTS * PER_ACCOUNT;
    const operations = Array.from({ length: count }, () => (random() < KNOWN_SHARE ? KNOWN : write(random)));
    return async (signal) => {
      await repeat(signal, { lanes: 4, count }, (number) =>
        attacker.operate(accounts[number % ACCOUNTS]!.key, operations[number]!),
      );
    };
  },
};

function write(random: () => number): string {
  const count = 2 + Math.floor(random() * 5);
  const chosen = Array.from({ length: count }, (_, at) => {
    const field = `f${at}: ${FIELDS[Math.floor(random() * FIELDS.length)]!}`;
    return random() < 0.2 ? `... on Query { ${field} }` : field;
  });
  return `{ ${chosen.join(' ')} }`;
}

/** Returns numbers from 0 to 1 that are the same in each run. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
