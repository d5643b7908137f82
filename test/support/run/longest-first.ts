import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longest: if one of them started last, the run would wait for it alone. Files that mostly
 * wait are apart from each other, so that others use the processor meanwhile.
 */
const LONGEST = [
  'chaos',
  'web/accessibility',
  'web/dialogs',
  'process/outage',
  'web/lists-of-the-day',
  'database/failover',
  'schema/pairs-of-writes',
  'web/imports',
  'jobs/pauses',
  'process/first-start',
  'process/killed-worker',
  'web/phone',
  'process/no-database',
  'spreadsheet/run-bounded',
  'web/palette',
  'graphql/hostile',
].map((name) => `/test/${name}.test.ts`);

/** Most files that start a browser or programs take longer than all others. */
const LONGER = /\/test\/(?:web|process)\//;

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
  const place = LONGEST.findIndex((name) => moduleId.endsWith(name));
  if (place !== -1) return place;
  return LONGER.test(moduleId) ? LONGEST.length : LONGEST.length + 1;
}
