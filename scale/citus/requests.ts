import { type Data, LINES, supermarketOf } from '../../bench/data.ts';

/** All that any of the works needs. */
export interface Request {
  account: bigint;
  key: string;
  /** One of the account's. */
  delivery: bigint;
  /** A delivery to create, as GraphQL takes it. */
  input: {
    supermarketId: string;
    branchId: string;
    deliveryDate: string;
    notes: string;
    products: { productId: string; quantity: number }[];
  };
}

const DELIVERY_DATE = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);

/** The `turn`th request, of these accounts in turn. */
export function requestOf(turn: number, data: Data, accounts: number[]): Request {
  const account = accounts[turn % accounts.length]!;
  const round = Math.floor(turn / accounts.length);
  const own = data.deliveries / data.accounts;
  const { supermarket, branch } = supermarketOf(account, round, data);
  return {
    account: BigInt(account),
    key: data.keys[account - 1]!,
    delivery: BigInt(account + data.accounts * ((round * 7_919) % own)),
    input: {
      supermarketId: String(supermarket),
      branchId: String(branch),
      deliveryDate: DELIVERY_DATE,
      notes: 'Ring twice',
      products: Array.from({ length: LINES }, (_, line) => ({
        productId: String(account + data.accounts * ((round * 31 + line * 7) % data.productsPerAccount)),
        quantity: (round % 40) + line + 1,
      })),
    },
  };
}
