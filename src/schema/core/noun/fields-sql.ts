import { Prisma } from '../../../generated/prisma/client.ts';
import { type Field, type Fields, fieldsIn } from './fields.ts';
import { snakeOf } from './names.ts';

type FieldValues = Record<string, unknown>;

/** Returns the columns of an INSERT of a new record, or the columns that a change can have. */
export function columns(fields: Fields, place: 'create' | 'change' = 'create'): Prisma.Sql {
  return listed(fields, place, (_field, column) => Prisma.raw(column));
}

/** Returns the values of an INSERT. */
export function values(fields: Fields, input: FieldValues): Prisma.Sql {
  return listed(fields, 'create', (field, _column, name) => value(field, input[name] ?? field.absent));
}

/** Returns a record as JSON for the functions below, by the names of its columns. */
export function jsonRow(fields: Fields, input: FieldValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind }]) => {
      if (!(name in input) || kind.list || kind.members) return [];
      const given = input[name];
      return [[snakeOf(name), given != null && kind.toSql ? kind.toSql(given as never) : (given ?? null)]];
    }),
  );
}

/** Returns the values of an INSERT from the JSON column `json`. */
export function jsonValues(fields: Fields, json: string): Prisma.Sql {
  return listed(fields, 'create', ({ kind, absent }, column) => {
    const given = `(${json} ->> '${column}')::${kind.sql}`;
    return Prisma.raw(absent === undefined ? given : `coalesce(${given}, '${absent}')`);
  });
}

/** Returns the columns of `old` as they will be after the changes in the JSON column `json`. */
export function jsonChanges(fields: Fields, json: string, old: string): Prisma.Sql {
  return listed(fields, 'change', ({ kind }, column) =>
    Prisma.raw(
      `CASE WHEN jsonb_exists(${json}, '${column}') THEN (${json} ->> '${column}')::${kind.sql}
            ELSE ${old}.${column} END AS ${column}`,
    ),
  );
}

/** Returns the columns as they will be after a change; omitted fields keep their values. */
export function newValues(fields: Fields, changes: FieldValues): Prisma.Sql {
  return listed(fields, 'change', (field, column, name) => {
    const [given, old] = [value(field, changes[name]), Prisma.raw(column)];
    return field.isClearable
      ? Prisma.sql`CASE WHEN ${name in changes}::boolean THEN ${given} ELSE ${old} END AS ${old}`
      : Prisma.sql`coalesce(${given}, ${old}) AS ${old}`;
  });
}

/** Returns the SET clause of an UPDATE that takes its values from `source`. */
export function setFrom(fields: Fields, source: string): Prisma.Sql {
  return listed(fields, 'change', (_field, column) => Prisma.raw(`${column} = ${source}.${column}`));
}

/** Returns SQL for an array of the columns in which `left` and `right` differ. */
export function differing(fields: Fields, left: string, right: string): Prisma.Sql {
  const names = listed(fields, 'change', (_field, column) =>
    Prisma.raw(`CASE WHEN ${left}.${column} IS DISTINCT FROM ${right}.${column} THEN '${column}' END`),
  );
  return Prisma.sql`array_remove(ARRAY[${names}], NULL)`;
}

function value({ kind }: Field, given: unknown): Prisma.Sql {
  const written = given != null && kind.toSql ? kind.toSql(given as never) : (given ?? null);
  return Prisma.sql`${written}::${Prisma.raw(kind.sql)}`;
}

/** The items of lists are rows of other tables, and the members of objects are columns of other names. */
function listed(
  fields: Fields,
  place: 'create' | 'change',
  make: (field: Field, column: string, name: string) => Prisma.Sql,
): Prisma.Sql {
  const own = fieldsIn(fields, place).filter(([, { kind }]) => !kind.list && !kind.members);
  return Prisma.join(own.map(([name, field]) => make(field, snakeOf(name), name)));
}
