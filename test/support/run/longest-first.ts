import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take twenty seconds or more beside others: if one of them started last, the run would wait for it alone.
 * Those that mostly wait are apart from each other, so that others use the processor meanwhile.
 */
const LONG = [
  'chaos',
  'web/accessibility',
  'process/outage',
  'import/cases',
  'database/failover',
  'graphql/hostile',
  'jobs/pauses',
  'schema/import/run-import',
  'process/killed-worker',
  'web/palette',
  'process/first-start',
  'schema/pairs-of-writes',
  'web/deployment',
  'web/two-at-once',
  'process/embedded-cli',
  'web/other-people',
  'containers',
  'web/security',
  'process/stop',
  'spreadsheet/run-bounded',
  'jobs/lost-database',
  'graphql/unstorable-texts',
  'process/crash',
  'web/layout',
  'process/pages',
  'rest/contract',
  'process/graphiql',
  'worst-texts',
  'fuzz/compiled-execution',
  'rest/hostile-bodies',
  'process/secrets',
  'cli/import',
  'process/full-disk',
  'web/fast-entry',
  'clients/package',
  'rest/hostile-requests',
  'jobs/send-webhooks',
  'docs/recall-hour',
  'process/start',
  'docs/operators-commands',
  'web/webhook-recovery',
  'web/tour-offline',
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
