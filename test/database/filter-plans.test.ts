import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { SCOPES } from '../../src/schema/caller/scopes.ts';
import { DELIVERY_FILTERS } from '../../src/schema/delivery/filters.ts';
import { type AnyFilter, conditionsOf, type Filters } from '../../src/schema/list/filters.ts';
import { BOOLEAN, DATE, ID, TIME } from '../../src/schema/noun/kinds.ts';
import { rowsOf, sourceOf } from '../../src/schema/list/source.ts';
import { PRODUCT_FILTERS } from '../../src/schema/product/filters.ts';
import { RETURN_FILTERS } from '../../src/schema/return/filters.ts';
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

const service = useService();
let account: TestAccount;
beforeAll(async () => {
  account = await createAccount(service);
  await fillVolume(service, account.id, ROWS);
  await fillVolume(service, (await createAccount(service)).id, ROWS / 2);
  await service.database.pool.query('VACUUM ANALYZE');
});

const FILTERS = LISTS.flatMap(([model, filters]) =>
  Object.entries(filters.all).map(([name, filter]) => ({ model, name, filters, filter })),
);

describe.each(FILTERS)('the filter $name of $model', ({ model, name, filters, filter }) => {
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

it('leaves out no list, but those whose records are bounded', async () => {
  const others: string[] = [];
  for await (const path of glob('src/schema/*/filters.ts', { cwd: ROOT })) {
    const exported = Object.values((await import(join(ROOT, path))) as object) as (Filters | undefined)[];
    const all = exported.filter((each) => typeof each === 'object' && 'all' in each);
    others.push(
      ...all
        .filter((filters) => filters.boundedBy === undefined && !LISTS.some(([, known]) => known === filters))
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

async function planOf(model: Prisma.ModelName, filters: Filters, given: object): Promise<Plan> {
  const { prisma } = service.database;
  const caller = { accountId: account.id, keyId: 1n, plan: 'free', scopes: new Set(SCOPES) } as const;
  const context = contextFor(caller, prisma);
  const source = await sourceOf({ model, orders: {} }, context, conditionsOf(filters, context, given));
  const lines = await prisma.$queryRaw<{ 'QUERY PLAN': string }[]>`
    EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) SELECT id ${rowsOf(source)}`;
  const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
  const [, matching] = /rows=(\d+)/.exec(plan)!;
  const removed = Array.from(plan.matchAll(/Rows Removed by \D+: (\d+)/g), ([, rows]) => Number(rows));
  return { matching: Number(matching), removed: Math.max(0, ...removed), plan };
}
