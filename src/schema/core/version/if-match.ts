import { builder } from '../builder/builder.ts';

/** The argument of changes that are made to one version only. */
export const IF_MATCH = builder.args((t) => ({
  ifMatch: t.string({
    description:
      'The `version` that the record must have; with another one, nothing is written. Any version by default.',
  }),
}));
