import { beforeAll, expect, it } from 'vitest';
import { type ImportGraph, readImportGraph } from '../../scripts/import-graph.ts';
import { testsForAll } from '../../scripts/tests-for.ts';

let graph: ImportGraph;
beforeAll(async () => {
  graph = await readImportGraph();
});

it.each([
  ['src/schema/trade/return/create-return.ts', 'same', 'test/schema/trade/return/create-return.test.ts'],
  ['src/rest/return/routes.ts', 'same', 'test/rest/return-filter.test.ts'],
  ['src/rest/return/routes.ts', 'walking', 'test/rest/contract.test.ts'],
  ['src/schema/core/event/events.ts', 'importing', 'test/reference/openapi.test.ts'],
  ['src/schema/trade/delivery/graphql.ts', 'walking', 'test/schema/authorization.test.ts'],
  ['src/mcp/operations.graphql', 'same', 'test/mcp/tools.test.ts'],
  ['web/src/trade/delivery/delivery-actions.tsx', 'same', 'test/web/deliveries.test.ts'],
  ['web/src/trade/delivery/delivery-actions.tsx', 'walking', 'test/web/accessibility.test.ts'],
  ['prisma/migrations/20300101000000_new/migration.sql', 'same', 'test/database/tenancy.test.ts'],
  ['docs/architecture.md', 'same', 'test/docs/places-of-a-change.test.ts'],
  ['ops/alerts.yaml', 'naming', 'test/docs/operations.test.ts'],
  ['packages/fair-pool/src/fair-queue.ts', 'same', 'packages/fair-pool/test/fair-queue.test.ts'],
  ['test/rest/etag.test.ts', 'same', 'test/rest/etag.test.ts'],
] as const)('the tests of %s that are in the list "%s" include %s', (file, list, test) => {
  expect(testsForAll([file], graph)[list]).toContain(test);
});

it('are few, although most tests start the whole service', () => {
  const { same, importing, walking } = testsForAll(['src/schema/trade/return/create-return.ts'], graph);
  expect(same[0]).toBe('test/schema/trade/return/create-return.test.ts');
  expect(same.length + importing.length).toBeLessThan(20);
  expect(walking.length).toBeLessThan(60);
});

it('are listed once for several files', () => {
  const files = ['src/schema/trade/return/create-return.ts', 'src/rest/return/routes.ts'];
  const all = Object.values(testsForAll(files, graph)).flat();
  expect(new Set(all).size).toBe(all.length);
});
