import { builder } from '../../core/builder/builder.ts';

/** The argument of mutations that set the day of deliveries. */
export const OVERRIDE = builder.args((t) => ({
  override: t.boolean({
    defaultValue: false,
    description:
      'Whether the account accepts the day although it refuses closed days or late orders. Only for owners and members who are signed in.',
  }),
}));
