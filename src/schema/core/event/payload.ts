import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { type Fields, shapeOf } from '../noun/fields.ts';
import { ID, TIME } from '../noun/kinds.ts';
import { restNameOf, snakeOf } from '../noun/names.ts';
import type { EventType } from './events.ts';

/** A field of an event's data: SQL for its value in a row of `source`, and its shape. */
interface Datum {
  sql: string;
  shape: z.ZodType;
  example: unknown;
}

/** The fields of an event's data, in the order in which they are sent. The first is the id of the record. */
export type EventData = Readonly<Record<string, Datum>>;

/** The payload of an event. */
export interface Payload {
  type: EventType;
  data: EventData;
  /** The columns of the data in a row of `source`. */
  columns: Prisma.Sql;
}

const MOMENT = '2099-12-01T08:12:00.000Z';
const NAMES = {
  supermarketName:
    '(SELECT name FROM supermarkets WHERE account_id = source.account_id AND id = source.supermarket_id)',
  branchName: '(SELECT name FROM branches WHERE account_id = source.account_id AND id = source.branch_id)',
};

/** Returns the payloads of a noun's events, by the types of the events. */
export function payloadsOf<Type extends EventType>(
  events: Record<Type, EventData>,
): Readonly<Record<Type, Payload>> {
  const payloads = Object.entries<EventData>(events).map(([type, data]) => {
    const columns = Object.entries(data).map(([name, { sql }]) => `${sql} AS ${name}`);
    return [type, { type, data, columns: Prisma.raw(columns.join(', ')) }];
  });
  return Object.fromEntries(payloads) as Record<Type, Payload>;
}

/** Returns the id of a record, under the name `id`, and some of its fields. */
export function dataOf(id: string, fields: Fields, names: readonly string[]): EventData {
  const data = names.map((name) => {
    const field = fields[name]!;
    const column = Reflect.get(NAMES, name) ?? `source.${snakeOf(name)}`;
    const sql = field.kind.toJson?.(column) ?? column;
    // Times are never null, because an event reports only times that have passed.
    const shown =
      field.kind === TIME
        ? { shape: TIME.shown, example: MOMENT }
        : { shape: shapeOf(field), example: field.example };
    return [restNameOf(name), { sql, ...shown }] as const;
  });
  return {
    [id]: { sql: 'source.id', shape: ID.shown, example: fields.id!.example },
    ...Object.fromEntries(data),
  };
}
