import { type Attack, repeat } from '../stage/attack.ts';

/** Below the 256 KiB that a request may have. */
const BYTES = 240_000;
const LANES = 2;
const ALIASES = 20;
const ITEMS = 50_000;

const CREATE = 'mutation ($input: CreateDeliveryInput!) { createDelivery(input: $input) { id } }';
const LATEST = 'query ($types: [String!]) { latestEvents(types: $types) { id } }';
const ALIASED = `query ($types: [String!]) { ${Array.from(
  { length: ALIASES },
  (_, at) => `a${at}: latestEvents(types: $types) { id }`,
).join(' ')} }`;

/** Lists of 240 kB in variables in which every item is invalid. */
export const wrongItems: Attack = {
  name: 'wrong-items',
  async prepare({ attacker, smoke }) {
    const { key } = await attacker.account('business');
    const items = Array.from({ length: (smoke ? 0.05 : 1) * (BYTES / 2) }, () => 1);
    const delivery = { supermarketId: '1', branchId: '1', deliveryDate: '2099-01-01', products: items };
    const bodies: [query: string, variables: object][] = [
      [CREATE, { input: delivery }],
      [LATEST, { types: items }],
    ];
    return async (signal) => {
      await repeat(signal, { lanes: LANES, count: 200 }, (number) =>
        attacker.operate(key, ...bodies[number % bodies.length]!),
      );
    };
  },
};

/** A list of 50,000 items that 20 fields of one operation use. */
export const aliasedItems: Attack = {
  name: 'aliased-items',
  async prepare({ attacker, smoke }) {
    const { key } = await attacker.account('business');
    const types = Array.from({ length: smoke ? 2_000 : ITEMS }, () => 'a');
    return async (signal) => {
      await repeat(signal, { lanes: LANES, count: 200 }, () => attacker.operate(key, ALIASED, { types }));
    };
  },
};
