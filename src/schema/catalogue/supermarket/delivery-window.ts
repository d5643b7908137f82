import { Prisma } from '../../../generated/prisma/client.ts';

/** SQL for whether the delivery window of a row aliased `branch` ends on the day after it starts. */
export const IS_OVER_MIDNIGHT = Prisma.sql`
  right(branch.delivery_window, 5) COLLATE "C" < left(branch.delivery_window, 5) COLLATE "C"`;
