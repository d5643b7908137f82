import type { Query } from '../../../database/direct/selection.ts';
import { compileRecords } from '../../../database/direct/compile-records.ts';
import { queryRows } from '../../../database/direct/direct.ts';
import type { Sources } from '../../../database/direct/selection.ts';
import { type Delivery, Prisma, type Product } from '../../../generated/prisma/client.ts';
import type { Context } from '../context.ts';

/** A statement that changes records and publishes the events of the changes. */
interface WriteStatement {
  /** Its WITH clause, with the parts that change rows. */
  parts: Prisma.Sql;
  /** The parts that `publish` returns, in the order of their events. */
  events: readonly [Prisma.Sql, ...Prisma.Sql[]];
}

/**
 * Changes records and publishes the events in the same statement. Announces the events after the commit.
 *
 * @param returns the clause after SELECT: columns and the part they are from
 */
export async function write<Row extends object>(
  context: Context,
  { parts, events, returns }: WriteStatement & { returns: Prisma.Sql },
): Promise<Row[]> {
  const rows = await context.db.$queryRaw<(Row & { has_recipients: boolean | null })[]>(
    statementOf(parts, events, returns),
  );
  announce(context, rows[0]?.has_recipients);
  return rows;
}

function statementOf(parts: Prisma.Sql, events: WriteStatement['events'], returns: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    ${parts}, ${eventParts(events)}
    SELECT (SELECT bool_or(has_recipients) FROM event) AS has_recipients, ${returns}`;
}

function announce(context: Context, hasRecipients: unknown): void {
  // Null means that nothing changed.
  if (hasRecipients != null) context.announce(hasRecipients as boolean);
}

/** The models whose changed records are returned by the statement that changes them. */
interface WrittenModels {
  Delivery: Delivery;
  Product: Product;
}

/** The selection of callers that need only the id. */
export const ID_ONLY: Query = { select: { id: true } };

/**
 * A changed record. Only its id and the selected columns have values, so only fields of the same selection
 * may read it.
 */
export type WrittenRecord<Model extends keyof WrittenModels> = WrittenModels[Model];

/**
 * Changes one record like {@link write}, and returns the columns of `selection`, which saves reading it
 * again.
 *
 * @param sources for each model, the part that wrote its rows: the statement cannot see them in the tables
 * @returns the record; undefined if the statement wrote none
 */
export async function writeRecord<Model extends keyof WrittenModels>(
  context: Context,
  model: Model,
  {
    parts,
    events,
    sources,
    selection,
  }: WriteStatement & { sources: Sources & Record<Model, string>; selection: Query },
): Promise<WrittenRecord<Model> | undefined> {
  const { columns, record } = compileRecords(model, selection, sources);
  const returns = Prisma.sql`${columns} FROM ${Prisma.raw(sources[model])} t`;
  const [row] = await queryRows(context.db, statementOf(parts, events, returns));
  announce(context, row?.[0]);
  return row && (record(row, 1) as WrittenRecord<Model>);
}

/** Returns the parts that publish the events. The part `event` has a row for each. */
function eventParts(parts: WriteStatement['events']): Prisma.Sql {
  const [first, ...others] = parts;
  if (others.length === 0) return Prisma.sql`event AS (${first})`;
  const names = parts.map((_part, index) => Prisma.raw(`event_${index}`));
  const all = Prisma.join(
    names.map((name) => Prisma.sql`SELECT * FROM ${name}`),
    ' UNION ALL ',
  );
  const each = names.map((name, index) => Prisma.sql`${name} AS (${parts[index]!})`);
  return Prisma.sql`${Prisma.join(each)}, event AS (${all})`;
}
