import { Prisma } from '../generated/prisma/client.ts';
import { type Field, type Fields, snakeOf } from './fields.ts';

type Values = Record<string, Given>;
type Given = string | number | null | undefined;

/** The columns of an INSERT. */
export function columns(fields: Fields): Prisma.Sql {
  return listed(fields, (_field, name) => Prisma.raw(name));
}

/** Their values. */
export function values(fields: Fields, input: Values): Prisma.Sql {
  return listed(fields, (field, _column, name) => value(field, input[name]));
}

/** The columns as they shall be after a change: what is not given stays. */
export function wanted(fields: Fields, changes: Values): Prisma.Sql {
  return listed(
    fields,
    (field, column, name) =>
      Prisma.sql`coalesce(${value(field, changes[name])}, ${Prisma.raw(column)}) AS ${Prisma.raw(column)}`,
  );
}

/** The SET of an UPDATE that takes the columns of `source`. */
export function setFrom(fields: Fields, source: string): Prisma.Sql {
  return listed(fields, (_field, column) => Prisma.raw(`${column} = ${source}.${column}`));
}

/** An array of the names of the columns in which `left` and `right` differ. */
export function differing(fields: Fields, left: string, right: string): Prisma.Sql {
  const names = listed(fields, (_field, column) =>
    Prisma.raw(`CASE WHEN ${left}.${column} IS DISTINCT FROM ${right}.${column} THEN '${column}' END`),
  );
  return Prisma.sql`array_remove(ARRAY[${names}], NULL)`;
}

function value({ type }: Field, given: Given): Prisma.Sql {
  if (type === 'String') return Prisma.sql`${given ?? null}::text`;
  return Prisma.sql`${given == null ? null : String(given)}::numeric`;
}

function listed(fields: Fields, make: (field: Field, column: string, name: string) => Prisma.Sql) {
  return Prisma.join(Object.entries(fields).map(([name, field]) => make(field, snakeOf(name), name)));
}
