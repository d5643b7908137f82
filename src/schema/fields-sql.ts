import { Prisma } from '../generated/prisma/client.ts';
import { type Field, type Fields, snakeOf } from './fields.ts';

type Values = Record<string, Given>;
type Given = string | number | null | undefined;

/** Returns the columns of an INSERT. */
export function columns(fields: Fields): Prisma.Sql {
  return listed(fields, (_field, name) => Prisma.raw(name));
}

/** Returns the values of an INSERT. */
export function values(fields: Fields, input: Values): Prisma.Sql {
  return listed(fields, (field, _column, name) => value(field, input[name]));
}

/** Returns the columns as they will be after a change; omitted fields keep their values. */
export function newValues(fields: Fields, changes: Values): Prisma.Sql {
  return listed(
    fields,
    (field, column, name) =>
      Prisma.sql`coalesce(${value(field, changes[name])}, ${Prisma.raw(column)}) AS ${Prisma.raw(column)}`,
  );
}

/** Returns the SET clause of an UPDATE that takes its values from `source`. */
export function setFrom(fields: Fields, source: string): Prisma.Sql {
  return listed(fields, (_field, column) => Prisma.raw(`${column} = ${source}.${column}`));
}

/** Returns SQL for an array of the columns in which `left` and `right` differ. */
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
