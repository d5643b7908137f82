import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of half a minute and more: begun last, one of them would keep a run waiting alone. */
const LONG =
  /test\/(chaos|graphql\/hostile|rest\/hostile-bodies|web\/accessibility|fuzz\/.*|process\/(crash|processes|processes-stop|redis|stop|start|roles))\.test\.ts$/;

/** Begins with the files that take longest, also on a machine that has not measured them yet. */
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
