import { Prisma } from '../generated/prisma/client.ts';
import { TEXT, TIME } from './kinds.ts';
import { anyOf, instant } from './rules.ts';
import { reference } from './trade-numbers.ts';

/** The filters that systems use to synchronize their records. */

/** The maximum number of references in a filter. */
const MAX_REFERENCES = 100;

type Place = (matches: Prisma.Sql, accountId: bigint) => Prisma.Sql;

/**
 * Returns the filters by reference.
 *
 * @param whose what has the reference, if it is not the item itself
 */
export function referenceFilters(whose = '', place: Place = (matches) => matches) {
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
      rule: anyOf(reference, MAX_REFERENCES),
      isList: true,
      is: `with one of these references${whose} (1–${MAX_REFERENCES})`,
      where: (all: string[], accountId: bigint) =>
        place(Prisma.sql`reference = ANY(${all}::text[])`, accountId),
    },
  } as const;
}

/** Returns the filters by time; `updated` is the column with the time of the last change. */
export function timeFilters(updated: 'updated_at' | 'created_at') {
  return {
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
    updatedSince: {
      kind: TIME,
      rule: instant,
      inRest: true,
      is: 'created or changed at this time or later',
      where: (time: string) => Prisma.sql`${Prisma.raw(updated)} >= ${time}::timestamptz`,
    },
  } as const;
}
