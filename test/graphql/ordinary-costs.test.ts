import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DocumentNode,
  getNamedType,
  getNullableType,
  type GraphQLField,
  isCompositeType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  separateOperations,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { costOf } from '../../src/graphql/cost.ts';
import { maxCostFor, PLAN_LIMITS } from '../../src/schema/core/caller/plans.ts';
import { schema } from '../../src/schema/index.ts';
import { ROOT } from '../support/process/process.ts';

/** The largest value of each variable of an operation. */
const LARGEST = {
  first: 100,
  last: null,
  days: 30,
  interval: 'DAY',
  // The page reads standing orders for a week at most.
  from: '2026-12-07',
  to: '2026-12-13',
  // The page reads delivery notes in parts of this size.
  nodeIds: Array.from({ length: 12 }, String),
};
const { quotas, costPerOperation } = PLAN_LIMITS.free;

function costOn(document: DocumentNode, variables: object = {}): number {
  const operation = document.definitions.find(
    (each): each is OperationDefinitionNode => each.kind === Kind.OPERATION_DEFINITION,
  )!;
  return costOf(schema, document, operation, { ...variables }, quotas).points;
}

const read = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).map((file) => readFileSync(join(ROOT, file), 'utf8'));

const LARGE = new Set([
  'CalendarOrders',
  'DeliveryNotes',
  'PerformanceOverview',
  'StandingOrdersPage',
  'StopsOfDay',
  'StopsPage',
  'TourSheets',
  'ToursPage',
  'TracePage',
]);

describe('a Free plan pays for', () => {
  const ofThePage = Object.entries(separateOperations(parse(read('web/src/**/*.graphql').join('\n'))));

  it('operations of the web page, which are many', () => expect(ofThePage.length).toBeGreaterThan(30));

  it.each(ofThePage)('%s of the web page, at its largest', (name, document) => {
    // With all lots of their lines, or warnings of their orders, they are more than keys may read, but not
    // more than people.
    const limit = LARGE.has(name) ? maxCostFor({ plan: 'free', sessionId: 1n }) : costPerOperation;
    expect(costOn(document, LARGEST)).toBeLessThanOrEqual(limit * 0.8);
  });

  it.each(read('src/graphql/examples/*.graphql'))("GraphiQL's example: %s", (text) => {
    expect(costOn(parse(text))).toBeLessThanOrEqual(costPerOperation);
  });

  it.each(
    read('docs/*.md').flatMap((text) =>
      [...text.matchAll(/```graphql\n(.*?)```/gs)].map(([, query]) => query!),
    ),
  )('a query of the guides: %s', (text) => {
    expect(costOn(parse(text))).toBeLessThanOrEqual(costPerOperation);
  });

  it.each([
    '{ deliveries(first: 20) { nodes { id products { name quantity } } } }',
    '{ deliveries(first: 20) { nodes { id products { product { name } } } } }',
    '{ supermarkets(first: 20) { nodes { name branches { name address } } } }',
    '{ supermarkets(first: 100) { nodes { name branches { name address } } } }',
    '{ allSupermarkets { name branches { name address } } }',
    '{ products(first: 100) { nodes { name price } } }',
    '{ delivery(id: "1") { products { product { id } } supermarket { branches { id } } returns { nodes { id } } } }',
  ])('what dashboards request: %s', (query) => {
    expect(costOn(parse(query))).toBeLessThanOrEqual(costPerOperation);
  });
});

describe('figures cost what they take', () => {
  const range = 'dateFrom: "2026-01-01", dateTo: "2026-03-31"';
  const points = (field: string) => costOn(parse(`{ ${field.replace('RANGE', range)} }`));
  const ranking = (by: string) =>
    points(`deliveryAnalytics(RANGE) { ranking(by: ${by}, first: 1) { name } }`);

  const returns = (selection: string) =>
    points(`returnAnalytics(RANGE) { ranking(by: PRODUCT, first: 1) { figures { ${selection} } } }`);

  it('dozens of points for those that read an index, hundreds for those that read every line', () => {
    const total = points('deliveryAnalytics(RANGE) { total { count } }');
    expect(total).toBeGreaterThanOrEqual(20);
    expect(ranking('SUPERMARKET')).toBeGreaterThan(total);
    expect(ranking('PRODUCT')).toBeGreaterThan(5 * ranking('SUPERMARKET'));
    expect(ranking('CATEGORY')).toBe(ranking('PRODUCT'));
  });

  it('a rate costs the deliveries that it divides by', () => {
    expect(returns('count rate') - returns('count')).toBe(ranking('PRODUCT') - 2);
  });
});

it('every list of objects has a size argument, is in a page with one, or declares its maximum', () => {
  const undeclared = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
    .flatMap((type) =>
      Object.values((type as { getFields(): Record<string, GraphQLField<unknown, unknown>> }).getFields())
        .filter(
          (field) => isListType(getNullableType(field.type)) && isCompositeType(getNamedType(field.type)),
        )
        .filter(({ args, extensions }) => !args.some(({ name }) => name === 'first') && !extensions.listSize)
        .map(({ name }) => `${(type as { name: string }).name}.${name}`),
    )
    .filter((place) => !/^\w+((Connection|Trace)\.(nodes|edges)|Page\.items)$/.test(place));
  expect(undeclared).toEqual([]);
});
