import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take half a minute or more: if one of them started last, the run would wait for it alone. Those that
 * mostly wait are apart from each other, so that others use the processor meanwhile.
 */
const LONG = [
  'chaos',
  'web/accessibility',
  'graphql/hostile',
  'jobs/deactivation',
  'rest/hostile-bodies',
  'database/failover',
  'process/first-start',
  'jobs/pauses',
  'reference/docs',
  'process/killed-worker',
  'process/embedded-cli',
  'containers',
  'rest/hostile-requests',
  'process/start',
  'process/stop',
  'jobs/lost-database',
  'process/crash',
  'process/pages',
  'process/outage',
  'process/graphiql',
  'process/processes',
  'fuzz/compiled-execution',
  'process/secrets',
  'process/full-disk',
  'clients/package',
  'process/redis',
  'process/roles',
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
