import { Prisma } from '../../../generated/prisma/client.ts';
import { MAX_FILTER_REFERENCES } from '../limits.ts';
import { TEXT, TIME } from '../noun/kinds.ts';
import { anyOf, instant } from '../noun/rules.ts';
import { reference } from '../noun/trade-numbers.ts';

/** The filters that systems use to synchronize their records. */

type Since = (time: Prisma.Sql, accountId: bigint) => Prisma.Sql;

type ReferenceCondition = (matches: Prisma.Sql, accountId: bigint) => Prisma.Sql;

/** Returns the filters by reference. @param whose the owner of the reference, if it is not the item itself */
export function referenceFilters(whose = '', place: ReferenceCondition = (matches) => matches) {
  return {
    reference: {
      kind: TEXT,
      rule: reference,
      inRest: true,
      is: `with this reference${whose}`,
      where: (each: string, accountId: bigint) => place(Prisma.sql`reference = ${each}`, accountId),
    },
    references: {
      kind: TEXT,
      rule: anyOf(reference, MAX_FILTER_REFERENCES),
      isList: true,
      is: `with one of these references${whose} (1–${MAX_FILTER_REFERENCES})`,
      where: (all: string[], accountId: bigint) =>
        place(Prisma.sql`reference = ANY(${all}::text[])`, accountId),
    },
  } as const;
}

/** The filters by the time of creation. */
export const creationFilters = {
  createdFrom: {
    kind: TIME,
    rule: instant,
    inRest: true,
    is: 'created at this time or later',
    where: (time: string) => Prisma.sql`created_at >= ${time}::timestamptz`,
  },
  createdTo: {
    kind: TIME,
    rule: instant,
    endOf: 'createdFrom',
    inRest: true,
    is: 'created at this time or earlier',
    where: (time: string) => Prisma.sql`created_at <= ${time}::timestamptz`,
  },
} as const;

/** Returns the condition for records with the time of their last change in a column. */
function updatedSince(time: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`updated_at >= ${time}`;
}

/**
 * Returns the filters by time.
 *
 * @param isUpdated what `updatedSince` finds
 * @param since the condition for records that were created or changed since a time
 */
export function timeFilters(isUpdated = 'created or changed', since: Since = updatedSince) {
  return {
    ...creationFilters,
    updatedSince: {
      kind: TIME,
      rule: instant,
      inRest: true,
      is: `${isUpdated} at this time or later`,
      where: (time: string, accountId: bigint) => since(Prisma.sql`${time}::timestamptz`, accountId),
    },
  } as const;
}
