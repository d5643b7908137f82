import { type Attack, repeat } from '../stage/attack.ts';
import { fillProducts } from '../stage/bulk.ts';

const PRODUCTS = 100_000;
const ALIASES = 16;
const LANES = 2;
const COUNT = 280;

/** Sixteen searches per operation in a large catalogue, repeatedly. */
export const searches: Attack = {
  name: 'searches',
  async prepare({ attacker, stage: { database }, smoke }) {
    const { accountId, key } = await attacker.account('business');
    await fillProducts(database, accountId, smoke ? 1_000 : PRODUCTS);
    const body = JSON.stringify({ query: write(0) });
    await attacker.prove('/graphql', { method: 'POST', key, body }, { bytes: 10_000, without: '"errors"' });
    return async (signal) => {
      await repeat(signal, { lanes: LANES, count: COUNT }, (number) => attacker.operate(key, write(number)));
    };
  },
};

/** Returns texts that never repeat; many products contain each of them. */
function write(number: number): string {
  const search = (at: number) => ((number * ALIASES + at) % 256).toString(16).padStart(2, '0');
  const field = (at: number) =>
    `s${at}: products(first: 20, filter: { search: "${search(at)}" }) { totalCount nodes { id name } }`;
  return `{ ${Array.from({ length: ALIASES }, (_, at) => field(at)).join(' ')} }`;
}
