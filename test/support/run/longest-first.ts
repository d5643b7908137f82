import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take fifteen seconds or more beside others: if one of them started last, the run would wait for
 * it alone. Files that mostly wait are apart from each other, so that others use the processor meanwhile.
 */
const LONG = [
  'chaos',
  'web/dialogs',
  'web/accessibility',
  'process/outage',
  'web/lists-of-the-day',
  'database/failover',
  'schema/pairs-of-writes',
  'web/receipts',
  'jobs/pauses',
  'web/palette',
  'process/killed-worker',
  'process/first-start',
  'spreadsheet/run-bounded',
  'web/other-people',
  'web/deployment',
  'web/two-at-once',
  'process/embedded-cli',
  'web/panels',
  'containers',
  'web/security',
  'process/stop',
  'import/cases',
  'web/fast-entry',
  'jobs/lost-database',
  'web/layout',
  'process/crash',
  'schema/exchange/import/run-import',
  'process/pages',
  'rest/contract',
  'web/noun-forms',
  'process/graphiql',
  'schema/exchange/import/read-import',
  'web/usage',
  'jobs/send-webhooks',
  'graphql/hostile',
  'web/webhook-recovery',
  'process/secrets',
  'web/tour-offline',
  'fuzz/compiled-execution',
  'web/recall',
  'process/full-disk',
  'web/row-menus',
  'docs/recall-hour',
  'web/kept-typing',
  'growth/growth',
  'rest/hostile-bodies',
  'cli/import',
  'clients/package',
  'web/choices',
  'docs/operators-commands',
  'graphql/live-access',
  'web/account',
  'process/start',
  'web/forms',
  'rest/hostile-requests',
].map((name) => `/test/${name}.test.ts`);

/** Runs the longest files first, also on a machine without measured times. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return own.toSorted((one, other) => placeOf(one) - placeOf(other));
    });
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex((name) => moduleId.endsWith(name));
  return place === -1 ? LONG.length : place;
}
