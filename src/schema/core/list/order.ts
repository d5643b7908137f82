import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { builder } from '../builder/builder.ts';
import { finding } from '../noun/issues.ts';
import { calendarDate, exactText, instant } from '../noun/rules.ts';

/** The columns that a list is ordered by before the id; one index covers them all. */
interface Key {
  columns: readonly Prisma.Sql[];
  /** The columns as one text, as cursors contain it, and the values of the columns in that text. */
  text: Prisma.Sql;
  valuesIn(text: string): readonly Prisma.Sql[];
  rule: z.ZodType<string>;
}

/** An order of a list: by a key and the id, or by the id alone, which is the order of creation. */
export interface Order {
  /** Both directions have one name, because a cursor is valid for either. */
  name: string;
  key: Key | null;
  isDescending: boolean;
}

type Directions<Name extends string> = Record<`${Name}_${'DESC' | 'ASC'}`, Order>;

/** Creation order in both directions, newest first by default. Every list has these orders. */
export const BY_CREATION = directions('CREATED', null);

/** Returns both directions of an order by date, latest first. */
export function byDate<Name extends string>(name: Name, column: Prisma.Sql): Directions<Name> {
  const text = Prisma.sql`to_char(${column}, 'YYYY-MM-DD')`;
  return directions(name, {
    columns: [column],
    text,
    valuesIn: (day) => [Prisma.sql`${day}::date`],
    rule: calendarDate,
  });
}

/** Returns both directions of an order by time, latest first. */
export function byTime<Name extends string>(name: Name, column: Prisma.Sql): Directions<Name> {
  const text = Prisma.sql`iso_utc(${column})`;
  return directions(name, {
    columns: [column],
    text,
    valuesIn: (time) => [Prisma.sql`${time}::timestamptz`],
    rule: instant,
  });
}

/** Returns both directions of an order by name, as people sort: Äpfel beside Apfel, whatever the case. */
export function byName(): Directions<'NAME'> {
  const column = Prisma.sql`name COLLATE "und-x-icu"`;
  const text = Prisma.sql`name`;
  return directions('NAME', {
    columns: [column],
    text,
    valuesIn: (each) => [Prisma.sql`${each}::text`],
    rule: exactText(),
  });
}

/** The ids and the day in the text of a cursor. */
const IDS_AND_DAY = /^([1-9]\d{0,15}) ([1-9]\d{0,15}) (\d{4}-\d\d-\d\d)$/;

/** Returns the order by two ids and then a day, first to last. */
export function byIdsAndDay(
  name: string,
  ids: readonly [string, string],
  day: string,
): Record<string, Order> {
  const [first, second, last] = [...ids, day].map((column) => Prisma.raw(column));
  const key: Key = {
    columns: [first!, second!, last!],
    text: Prisma.sql`${first} || ' ' || ${second} || ' ' || to_char(${last}, 'YYYY-MM-DD')`,
    valuesIn(text) {
      const [, one, two, date] = IDS_AND_DAY.exec(text)!;
      return [Prisma.sql`${BigInt(one!)}`, Prisma.sql`${BigInt(two!)}`, Prisma.sql`${date}::date`];
    },
    rule: exactText()
      .regex(IDS_AND_DAY, { abort: true })
      .refine(
        (each) => calendarDate.safeParse(each.slice(-10)).success,
        finding('invalid_date', 'must end with a real day'),
      ),
  };
  return { [name]: { name, key, isDescending: false } };
}

function directions<Name extends string>(name: Name, key: Key | null): Directions<Name> {
  const both: Record<string, Order> = {
    [`${name}_DESC`]: { name, key, isDescending: true },
    [`${name}_ASC`]: { name, key, isDescending: false },
  };
  return both as Directions<Name>;
}

/** Declares the GraphQL enum of the orders of a list. */
export function orderEnum<Name extends string>(name: string, orders: Record<Name, Order>) {
  return builder.enumType(name, {
    description:
      'The order of a list. Records with equal values are ordered by creation, in the same direction.',
    values: Object.keys(orders) as Name[],
  });
}
