import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take half a minute or more: if one of them started last, the run would wait for it alone. */
const LONG =
  /test\/(chaos|graphql\/hostile|rest\/hostile-bodies|web\/accessibility|fuzz\/.*|process\/(crash|processes|processes-stop|redis|stop|start|roles))\.test\.ts$/;

/** Runs the longest files first, also on a machine without measured times. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [true, false].flatMap((isLong) => own.filter(({ moduleId }) => LONG.test(moduleId) === isLong));
    });
  }
}
