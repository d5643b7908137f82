import { builder } from '../../src/schema/core/builder/builder.ts';
import { PLAN_LIMITS } from '../../src/schema/core/caller/plans.ts';

// The service as users run it, except for one plan's limits: both windows are counted and checked for every
// request, but none of the benchmark's requests is refused.
PLAN_LIMITS.business = { ...PLAN_LIMITS.business, perHour: 1_000_000_000, perMinute: 1_000_000_000 };

// With --without-plans, graphql-js executes every operation.
if (process.argv.includes('--without-plans')) {
  process.argv.splice(process.argv.indexOf('--without-plans'), 1);
  const toExecutor = builder.toExecutor;
  builder.toExecutor = function (options) {
    const executor = toExecutor.call(this, options);
    return { ...executor, execute: executor.executePlainly, executeCompiled: () => undefined };
  };
}

await import('../../src/main.ts');
