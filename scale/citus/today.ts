import type { Pool } from 'pg';
import { compileRead } from '../../src/database/direct/read.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { createStatements } from '../../src/limits/postgres-counter.ts';
import { createAuthenticate } from '../../src/schema/api-key/authenticate.ts';
import { SCOPES } from '../../src/schema/api-key/scopes.ts';
import type { Context } from '../../src/schema/context.ts';
import { createDelivery } from '../../src/schema/delivery/create-delivery.ts';
import { readPage } from '../../src/schema/list/read-page.ts';
import type { Request } from './requests.ts';

/** A statement with its parameters. */
export interface Statement {
  text: string;
  values: unknown[];
}

export const PAGE_SIZE = 20;

/** What REST's operations select of a delivery. */
const SELECTION = {
  select: {
    supermarket: { select: { name: true } },
    branch: { select: { name: true } },
    items: {
      select: {
        accountId: true,
        deliveryId: true,
        productId: true,
        position: true,
        name: true,
        quantity: true,
        unitPrice: true,
      },
      orderBy: { position: 'asc' },
    },
    accountId: true,
    id: true,
    totalValue: true,
    deliveryDate: true,
    status: true,
    createdAt: true,
  },
};

// The service's own functions, with a database that only records statements.

export function readOne({ account, delivery }: Request): Statement {
  const where = { accountId_id: { accountId: account, id: delivery } };
  return compileRead('Delivery', false, { where, ...SELECTION })!;
}

export async function readList({ account }: Request): Promise<Statement> {
  const request = {
    model: 'Delivery' as const,
    accountId: account,
    filters: [],
    selection: SELECTION,
    size: PAGE_SIZE,
    offset: 0,
  };
  return remembered(async (db) => readPage(db, request));
}

export async function create({ account, input }: Request): Promise<Statement> {
  const caller = { accountId: account, plan: 'business', scopes: new Set(SCOPES) } as const;
  return remembered(async (db) =>
    createDelivery({ caller, db, announce: () => {} } as unknown as Context, input),
  );
}

async function remembered(work: (db: Context['db']) => Promise<unknown>): Promise<Statement> {
  let recorded: Prisma.Sql | undefined;
  const db = {
    $queryRaw(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) {
      recorded = query instanceof Prisma.Sql ? query : Prisma.sql(query, ...values);
      return Promise.resolve([{ id: 1n, items: null }]);
    },
  };
  await work(db as unknown as Context['db']);
  return { text: recorded!.text, values: recorded!.values };
}

/** The statements that every request begins with: who sends it, and how many requests they have sent in the minute and the hour. */
export async function admission({ account, key }: Request): Promise<Statement[]> {
  const recorded: Statement[] = [];
  const pool = {
    async query({ text, values }: Statement) {
      recorded.push({ text, values });
      return { rows: [] };
    },
  } as unknown as Pool;
  await createAuthenticate(pool)(`Bearer ${key}`).catch(() => {});
  const { count } = createStatements(pool);
  for (const [window, durationMs] of [
    ['minute', 60_000],
    ['hour', 3_600_000],
  ] as const)
    await count({ key: `${window}:account:${account}`, points: 1, durationMs }).catch(() => {});
  return recorded;
}
