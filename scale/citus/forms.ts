import type { Ask } from './ask.ts';
import type { Request } from './requests.ts';
import { createSimply, readListSimply, readOneSimply } from './simple-forms.ts';
import { admission, create, PAGE_SIZE, readList, readOne, type Statement } from './today.ts';

/** A way to do a work: the same result by other statements. */
export interface Form {
  work: 'GET one' | 'list of 20' | 'POST delivery' | 'admission';
  name: string;
  /** Returns what is the same for all forms and servers; of a creation the new id. */
  run(ask: Ask, request: Request): Promise<unknown>;
}

/** Takes the account as a constant for every table, as Citus needs it to find the one shard. */
const ACCOUNT_OF = {
  one: ['t.account_id', '$1'],
  list: ['t.account_id', '$5::bigint'],
} as const;

/** The service's statement, for one counter. */
const COUNT = `
  INSERT INTO rate_limits AS counter (key, points, expire) VALUES ($1, $2, $3)
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN counter.expire <= $4 THEN excluded.points ELSE counter.points + excluded.points END,
    expire = CASE WHEN counter.expire <= $4 THEN excluded.expire ELSE counter.expire END
  RETURNING key, points, expire`;

export const FORMS: Form[] = [
  { work: 'GET one', name: 'as it is', run: async (ask, request) => one(ask, readOne(request)) },
  {
    work: 'GET one',
    name: 'account for every table',
    run: async (ask, request) => one(ask, withAccount(readOne(request), ...ACCOUNT_OF.one)),
  },
  { work: 'GET one', name: 'simple statements', run: readOneSimply },
  {
    work: 'GET one',
    name: 'function, one statement',
    run: (ask, request) =>
      called(ask, 'read_one($1::bigint, $2::bigint)', [request.account, request.delivery]),
  },
  {
    work: 'GET one',
    name: 'function, simple statements',
    run: (ask, request) =>
      called(ask, 'read_one_simply($1::bigint, $2::bigint)', [request.account, request.delivery]),
  },
  {
    work: 'list of 20',
    name: 'as it is',
    run: async (ask, request) => list(ask, await readList(request)),
  },
  {
    work: 'list of 20',
    name: 'account for every table',
    run: async (ask, request) => list(ask, withAccount(await readList(request), ...ACCOUNT_OF.list)),
  },
  { work: 'list of 20', name: 'simple statements', run: readListSimply },
  {
    work: 'list of 20',
    name: 'function, one statement each',
    run: (ask, { account }) => called(ask, 'read_list($1::bigint, $2::int)', [account, PAGE_SIZE]),
  },
  {
    work: 'list of 20',
    name: 'function, simple statements',
    run: (ask, { account }) => called(ask, 'read_list_simply($1::bigint, $2::int)', [account, PAGE_SIZE]),
  },
  {
    work: 'POST delivery',
    name: 'as it is',
    run: async (ask, request) => created(ask, await create(request)),
  },
  {
    work: 'POST delivery',
    name: 'account for every table',
    run: async (ask, request) => created(ask, forCitus(await create(request))),
  },
  { work: 'POST delivery', name: 'simple statements', run: createSimply },
  {
    work: 'POST delivery',
    name: 'function, simple statements',
    run: async (ask, { account, input }) => {
      const text = `SELECT created_id AS id
        FROM create_delivery($1::bigint, $2::bigint, $3::bigint, $4::bigint[], $5::int[], $6::date, $7::text)`;
      const products = input.products.map(({ productId }) => productId);
      const quantities = input.products.map(({ quantity }) => quantity);
      const values = [account, input.supermarketId, input.branchId, products, quantities];
      return created(ask, { text, values: [...values, input.deliveryDate, input.notes] });
    },
  },
  {
    work: 'admission',
    name: 'as it is',
    run: async (ask, request) => {
      const [who, ...counts] = await admission(request);
      const rows = await ask<{ account_id: string }>(who!.text, who!.values);
      for (const { text, values } of counts) await ask(text, values);
      return rows[0]!.account_id;
    },
  },
  {
    work: 'admission',
    name: 'simple statements',
    run: async (ask, request) => {
      const [who, ...counts] = await admission(request);
      const rows = await ask<{ account_id: string }>(who!.text, who!.values);
      for (const { values } of counts) {
        const [[key], [points], [expire], now] = values as [string[], number[], number[], number];
        await ask(COUNT, [key, points, expire, now]);
      }
      return rows[0]!.account_id;
    },
  },
  {
    work: 'admission',
    name: 'key alone (counters in Redis)',
    run: async (ask, request) => {
      const [who] = await admission(request);
      return (await ask<{ account_id: string }>(who!.text, who!.values))[0]!.account_id;
    },
  },
];

async function one(ask: Ask, { text, values }: Statement): Promise<unknown> {
  return (await ask<{ found: unknown }>(text, values))[0]!.found;
}

async function list(ask: Ask, { text, values }: Statement): Promise<unknown> {
  const [row] = await ask<{ hasMore: boolean; items: string; counted: number }>(text, values);
  return {
    hasMore: row!.hasMore,
    items: row!.items.split('\u001e').map((item) => JSON.parse(item) as unknown),
    counted: row!.counted,
  };
}

async function created(ask: Ask, { text, values }: Statement): Promise<string> {
  const [row] = await ask<{ id: string | null }>(text, values);
  if (!row?.id) throw new Error('nothing was created');
  return row.id;
}

async function called(ask: Ask, call: string, values: unknown[]): Promise<unknown> {
  return (await ask<{ found: unknown }>(`SELECT ${call} AS found`, values))[0]!.found;
}

function withAccount({ text, values }: Statement, from: string, to: string): Statement {
  return { text: text.replaceAll(`account_id = ${from}`, `account_id = ${to}`), values };
}

function forCitus({ text, values }: Statement): Statement {
  return { text: text.replaceAll('account_id = source.account_id', 'account_id = $3'), values };
}
