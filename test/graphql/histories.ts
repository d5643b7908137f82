import * as fc from 'fast-check';
import { ask } from '../support/graphql/ask.ts';
import type { TestAccount } from '../support/service/account.ts';
import { createProduct, createSupermarket, inDays } from '../support/records/records.ts';

/** Random histories of an account, played through the API, and what its books must say afterwards. */

interface OrderedLine {
  product: number;
  quantity: number;
}

/** A step; deliveries and returns are chosen by number among those that exist, 0 for the newest. */
export type Step =
  | { do: 'create'; branch: number; due: string; at: Date; lines: OrderedLine[] }
  | { do: 'revise'; of: number; due: string; at: Date; lines: OrderedLine[] }
  | { do: 'move'; of: number; to: 'in_transit' | 'completed' | 'cancelled' }
  | { do: 'return'; of: number; line: number; part: number; date: string; at: Date }
  | { do: 'reverse'; of: number; date: string; at: Date }
  | { do: 'weigh'; product: number; grams: number };

/** A line as it was written: in cents and grams. */
interface BookedLine extends OrderedLine {
  cents: number;
  grams: number;
}

/** A version of a delivery in the books. */
export interface Booked {
  id: string;
  branch: number;
  due: string;
  at: Date;
  status: 'pending' | 'in_transit' | 'completed' | 'cancelled';
  isReplaced: boolean;
  lines: BookedLine[];
}

/** A return in the books, or its reversal, which has a negative quantity. */
export interface BookedReturn {
  id: string;
  of: Booked;
  line: BookedLine;
  quantity: number;
  date: string;
  at: Date;
  isReversed: boolean;
}

interface Books {
  deliveries: Booked[];
  returns: BookedReturn[];
}

const PRICES = [349, 129, 1_099];
const GRAMS = [750, 1_000, 333];
export const MARKET_OF = [0, 0, 1];

/** Days around the ends of two months, one of them the month in which clocks change. */
const date = fc.constantFrom(
  '2026-02-27',
  '2026-02-28',
  '2026-03-01',
  '2026-03-02',
  '2026-03-28',
  '2026-03-29',
  '2026-03-31',
  '2026-04-01',
);
/** Times of steps, often within half a day of a midnight, where time zones differ. */
const at = fc
  .tuple(date, fc.integer({ min: -24, max: 24 }))
  .map(([day, halves]) => new Date(Date.parse(day) + halves * 1_800_000));
const lines = fc.uniqueArray(
  fc.record({ product: fc.nat(PRICES.length - 1), quantity: fc.integer({ min: 2, max: 1_000 }) }),
  { minLength: 1, selector: ({ product }) => product },
);
/** The number of the record that a step is about: mostly a new one, so that most steps are possible. */
const of = fc.oneof({ weight: 4, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: fc.nat(20) });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('create' as const), branch: fc.nat(2), due: date, at, lines }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('revise' as const), of, due: date, at, lines }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      of,
      to: fc.constantFrom(
        'in_transit' as const,
        'in_transit' as const,
        'completed' as const,
        'cancelled' as const,
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('return' as const),
      of,
      line: fc.nat(2),
      part: fc.double({ min: 0.1, max: 1, noNaN: true }),
      date,
      at,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reverse' as const), of, date, at }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('weigh' as const),
      product: fc.nat(PRICES.length - 1),
      grams: fc.integer({ min: 1, max: 5_000 }),
    }),
  },
);

export const history = fc.array(step, { minLength: 40, maxLength: 60 });

const FROM = { in_transit: 'pending', completed: 'in_transit', cancelled: 'pending' } as const;

/** Plays a history through the API. Steps that the API would refuse are left out. */
export async function play(account: TestAccount, steps: Step[]) {
  const { id: accountId, database } = account;
  const markets = [await createSupermarket(account), await createSupermarket(account)];
  const places = [0, 1, 0].map((branch, place) => ({
    supermarket: markets[MARKET_OF[place]!],
    branch: markets[MARKET_OF[place]!].branches[branch],
  }));
  const products: { id: number }[] = [];
  for (const [at, cents] of PRICES.entries()) {
    products.push(await createProduct(account, { price: cents / 100, weight: GRAMS[at]! / 1_000 }));
  }
  const grams = [...GRAMS];
  const books: Books = { deliveries: [], returns: [] };
  const linesOf = (all: OrderedLine[]) =>
    all.map(({ product, quantity }) => ({ productId: String(products[product]!.id), quantity }));
  const date = (table: string, id: string, at: Date, column: string, day: string) =>
    database.pool.query(
      `UPDATE ${table} SET created_at = $3, ${column} = $4 WHERE account_id = $1 AND id = $2`,
      [accountId, id, at, day],
    );

  for (const step of steps) {
    switch (step.do) {
      case 'create': {
        const { supermarket, branch } = places[step.branch]!;
        const input = {
          supermarketId: String(supermarket.id),
          branchId: String(branch.id),
          deliveryDate: inDays(2),
          products: linesOf(step.lines),
        };
        const { createDelivery } = await ask(account, CREATE, { input });
        await date('deliveries', createDelivery.id, step.at, 'delivery_date', step.due);
        const booked = step.lines.map((line) => ({
          ...line,
          cents: PRICES[line.product]!,
          grams: grams[line.product]!,
        }));
        books.deliveries.push({
          ...step,
          id: createDelivery.id,
          status: 'pending',
          isReplaced: false,
          lines: booked,
        });
        break;
      }
      case 'revise': {
        const old = nth(books.deliveries, step.of);
        if (old?.status !== 'pending') break;
        const input = { deliveryDate: inDays(3), products: linesOf(step.lines) };
        const { reviseDelivery } = await ask(account, REVISE, { id: old.id, input });
        await date('deliveries', reviseDelivery.id, step.at, 'delivery_date', step.due);
        const booked = step.lines.map((line) => ({
          ...line,
          cents: PRICES[line.product]!,
          grams: old.lines.find(({ product }) => product === line.product)?.grams ?? grams[line.product]!,
        }));
        Object.assign(old, { status: 'cancelled', isReplaced: true });
        books.deliveries.push({
          branch: old.branch,
          due: step.due,
          at: step.at,
          id: reviseDelivery.id,
          status: 'pending',
          isReplaced: false,
          lines: booked,
        });
        break;
      }
      case 'move': {
        const moved = nth(books.deliveries, step.of);
        if (moved?.status !== FROM[step.to]) break;
        await ask(account, MOVE, { id: moved.id, status: step.to.toUpperCase() });
        moved.status = step.to;
        break;
      }
      case 'return': {
        const from = nth(books.deliveries, step.of);
        if (!from || !['in_transit', 'completed'].includes(from.status)) break;
        const line = nth(from.lines, step.line)!;
        const already = books.returns
          .filter((each) => each.line === line)
          .reduce((sum, each) => sum + each.quantity, 0);
        const quantity = Math.ceil((line.quantity - already) * step.part);
        if (quantity === 0) break;
        const input = {
          deliveryId: from.id,
          productId: String(products[line.product]!.id),
          quantity,
          reason: 'damaged',
          returnDate: step.date,
        };
        const { createReturn } = await ask(account, RETURN, { input });
        await date('returns', createReturn.id, step.at, 'return_date', step.date);
        books.returns.push({ ...step, of: from, line, id: createReturn.id, quantity, isReversed: false });
        break;
      }
      case 'reverse': {
        const back = nth(books.returns, step.of);
        if (!back || back.isReversed || back.quantity < 0) break;
        const { reverseReturn } = await ask(account, REVERSE, { id: back.id });
        await date('returns', reverseReturn.id, step.at, 'return_date', step.date);
        back.isReversed = true;
        books.returns.push({ ...back, ...step, of: back.of, id: reverseReturn.id, quantity: -back.quantity });
        break;
      }
      case 'weigh':
        await account.call('PATCH', `/products/${products[step.product]!.id}`, {
          body: { weight: step.grams / 1_000 },
        });
        grams[step.product] = step.grams;
    }
  }
  return {
    books,
    supermarketIds: markets.map(({ id }) => String(id)),
    productIds: products.map(({ id }) => String(id)),
  };
}

function nth<Item>(items: Item[], n: number): Item | undefined {
  return items.at(-1 - (n % Math.max(items.length, 1)));
}

const CREATE = 'mutation ($input: CreateDeliveryInput!) { createDelivery(input: $input) { id } }';
const REVISE =
  'mutation ($id: ID!, $input: ReviseDeliveryInput!) { reviseDelivery(id: $id, input: $input) { id } }';
const MOVE =
  'mutation ($id: ID!, $status: DeliveryStatus!) { moveDelivery(id: $id, status: $status) { id } }';
const RETURN = 'mutation ($input: CreateReturnInput!) { createReturn(input: $input) { id } }';
const REVERSE = 'mutation ($id: ID!) { reverseReturn(id: $id, reason: "Typed twice") { id } }';
