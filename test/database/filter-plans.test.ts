import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { SCOPES } from '../../src/schema/core/caller/scopes.ts';
import { DELIVERY_FILTERS } from '../../src/schema/trade/delivery/filters.ts';
import { type AnyFilter, filterConditions, type Filters } from '../../src/schema/core/list/filters.ts';
import { BOOLEAN, DATE, ID, TIME } from '../../src/schema/core/noun/kinds.ts';
import { sourceRows, type Source, listSourceOf } from '../../src/schema/core/list/source.ts';
import { PRICE_AGREEMENT_FILTERS } from '../../src/schema/catalogue/price-agreement/filters.ts';
import { PRODUCT_FILTERS } from '../../src/schema/catalogue/product/filters.ts';
import { RETURN_FILTERS } from '../../src/schema/trade/return/filters.ts';
import { AUDIT_FILTERS } from '../../src/schema/people/audit-log/filters.ts';
import { IMPORT_FILTERS } from '../../src/schema/exchange/import/filters.ts';
import { REQUEST_FILTERS } from '../../src/schema/insight/request/filters.ts';
import { STANDING_ORDER_FILTERS } from '../../src/schema/trade/standing-order/filters.ts';
import { SUPERMARKET_FILTERS } from '../../src/schema/catalogue/supermarket/filters.ts';
import { MESSAGE_FILTERS, WEBHOOK_FILTERS } from '../../src/schema/exchange/webhook/filters.ts';
import { WITHDRAWAL_FILTERS } from '../../src/schema/trace/withdrawal/filters.ts';
import { ROOT } from '../support/process/process.ts';
import { fillVolume } from '../support/records/volume.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { contextFor } from '../support/service/context.ts';
import { useService } from '../support/service/service.ts';

const ROWS = 20_000;
/** A filter that so many rows match is selective: it must not read many others. */
const FEW = ROWS / 20;
const MOST_REMOVED = ROWS / 100;

/** The lists without another bound on their records. */
const LISTS: [model: Prisma.ModelName, filters: Filters][] = [
  ['Delivery', DELIVERY_FILTERS],
  ['Product', PRODUCT_FILTERS],
  ['Return', RETURN_FILTERS],
];

/** The lists whose records are bounded, with their models. */
const BOUNDED: [model: Prisma.ModelName, filters: Filters][] = [
  ['AuditEntry', AUDIT_FILTERS],
  ['Import', IMPORT_FILTERS],
  ['LoggedRequest', REQUEST_FILTERS],
  ['PriceAgreement', PRICE_AGREEMENT_FILTERS],
  ['StandingOrder', STANDING_ORDER_FILTERS],
  ['Supermarket', SUPERMARKET_FILTERS],
  ['WebhookMessage', MESSAGE_FILTERS],
  ['WebhookSubscription', WEBHOOK_FILTERS],
  ['Withdrawal', WITHDRAWAL_FILTERS],
];

const service = useService({ own: 'looks at plans' });
let account: TestAccount;
beforeAll(async () => {
  account = await createAccount(service);
  await fillVolume(service, account.id, ROWS);
  const { id: other } = await createAccount(service);
  await fillVolume(service, other, ROWS / 2);
  // More than the quota, so that those of one account are few.
  await service.database.pool.query(
    `INSERT INTO webhook_subscriptions (account_id, url, events, secret)
     SELECT $1, 'https://hooks.example.com/', '{product.created}', 'none' FROM generate_series(1, ${FEW})`,
    [other],
  );
  await service.database.pool.query('VACUUM ANALYZE');
});

const filtersOf = (lists: typeof LISTS) =>
  lists.flatMap(([model, filters]) =>
    Object.entries(filters.all).map(([name, filter]) => ({ model, name, filters, filter })),
  );

describe.each(filtersOf(LISTS))('the filter $name of $model', ({ model, name, filters, filter }) => {
  it('is served by an index, or says why not', async () => {
    const plans = await Promise.all(
      valuesOf(name, filter).map((value) => planOf(model, filters, { [name]: value })),
    );
    const selective = plans.filter(({ matching }) => matching <= FEW);
    expect({ isSelective: selective.length > 0, isBroad: filter.isBroad !== undefined }).toEqual({
      isSelective: filter.isBroad === undefined,
      isBroad: filter.isBroad !== undefined,
    });
    for (const { removed, plan } of selective) {
      expect({ plan, isServed: removed <= MOST_REMOVED }).toEqual({ plan, isServed: true });
    }
  });
});

describe.each(filtersOf(BOUNDED))('the filter $name of $model', ({ model, name, filters, filter }) => {
  it('reads only what the account has', async () => {
    for (const value of valuesOf(name, filter)) {
      const scans = await scansOf(model, filters, { [name]: value });
      for (const scan of scans) expect({ scan, isOwn: isOwn(scan) }).toEqual({ scan, isOwn: true });
    }
  });
});

it('leaves out no list', async () => {
  const others: string[] = [];
  for await (const path of glob('src/schema/*/*/filters.ts', { cwd: ROOT })) {
    const exported = Object.values((await import(join(ROOT, path))) as object) as (Filters | undefined)[];
    const all = exported.filter((each) => typeof each === 'object' && 'all' in each);
    others.push(
      ...all
        .filter((filters) => {
          const lists = filters.boundedBy === undefined ? LISTS : BOUNDED;
          return !lists.some(([, known]) => known === filters);
        })
        .map(({ type }) => type),
    );
  }
  expect(others).toEqual([]);
});

/** Returns values of which at least one matches few of the rows. */
function valuesOf(name: string, { kind, isList, rule }: AnyFilter): unknown[] {
  const values = kind.values ?? candidatesOf(name, kind);
  const valid = values.filter((value) => rule.safeParse(isList ? [value] : value).success);
  return isList ? valid.map((value) => [value]) : valid;
}

function candidatesOf(name: string, kind: AnyFilter['kind']): unknown[] {
  if (kind === BOOLEAN) return [true, false];
  if (kind === ID) return ['9007199254740991'];
  if (kind === DATE) return ['1901-01-01', '2100-01-01'];
  if (kind === TIME) return ['1901-01-01T00:00:00Z', '2100-01-01T00:00:00Z'];
  return name === 'gtin' ? ['4006381333931'] : ['nothing like it'];
}

interface Plan {
  /** The rows that match, and most of those that a step of the plan read and dropped. */
  matching: number;
  removed: number;
  plan: string;
}

function sourceFor(model: Prisma.ModelName, filters: Filters, given: object): Promise<Source> {
  const caller = { accountId: account.id, keyId: 1n, plan: 'free', scopes: new Set(SCOPES) } as const;
  const context = contextFor(caller, service.database.prisma);
  return listSourceOf({ model, orders: {} }, context, filterConditions(filters, context, given));
}

async function planOf(model: Prisma.ModelName, filters: Filters, given: object): Promise<Plan> {
  const { prisma } = service.database;
  const source = await sourceFor(model, filters, given);
  const lines = await prisma.$queryRaw<{ 'QUERY PLAN': string }[]>`
    EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) SELECT id ${sourceRows(source)}`;
  const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
  const [, matching] = /rows=(\d+)/.exec(plan)!;
  const removed = Array.from(plan.matchAll(/Rows Removed by \D+: (\d+)/g), ([, rows]) => Number(rows));
  return { matching: Number(matching), removed: Math.max(0, ...removed), plan };
}

/** A step of a plan. */
interface Step {
  'Relation Name'?: string;
  'Index Cond'?: string;
  Plans?: Step[];
}

/** Returns the steps that read tables for a page, where indexes are used even if there are few rows. */
async function scansOf(model: Prisma.ModelName, filters: Filters, given: object): Promise<Step[]> {
  const source = await sourceFor(model, filters, given);
  const [row] = await service.database.prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
    return tx.$queryRaw<[{ 'QUERY PLAN': [{ Plan: Step }] }]>`
      EXPLAIN (FORMAT JSON, COSTS OFF) SELECT id ${sourceRows(source)} ORDER BY id DESC LIMIT 20`;
  });
  return stepsOf(row['QUERY PLAN'][0].Plan).filter((step) => 'Relation Name' in step);
}

function stepsOf(step: Step): Step[] {
  return [step, ...(step.Plans ?? []).flatMap(stepsOf)];
}

/** Returns whether an index finds the rows by their account. */
function isOwn(scan: Step): boolean {
  const key = scan['Relation Name'] === 'accounts' ? '(id = ' : 'account_id';
  return stepsOf(scan).some((step) => step['Index Cond']?.includes(key));
}
