import { z } from 'zod';
import { violation } from '../../../problems.ts';
import { idInput } from '../noun/record-id.ts';
import type { Order } from './order.ts';
import { issueOf } from '../noun/issues.ts';

/** The position of a record in an order of its list. */
export interface CursorPosition {
  id: bigint;
  key: string | null;
}

/** The list and order that a cursor belongs to. */
export interface ListOrder {
  list: string;
  order: Order;
}

/** Returns a position as an opaque cursor. */
export function cursorOf({ list, order }: ListOrder, { id, key }: CursorPosition): string {
  const parts = [list, order.name, String(id), ...(key === null ? [] : [key])];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Longer than any valid cursor; the longest part of one is a name of 200 characters. */
const MAX_CURSOR = 4_000;

/** Returns a schema that parses a cursor of this list and order into its position. */
export function cursorRule({ list, order }: ListOrder) {
  const key = order.key ? [order.key.rule] : [];
  const parts = z.tuple([z.literal(list), z.literal(order.name), idInput, ...key] as [
    z.ZodLiteral,
    z.ZodLiteral,
    typeof idInput,
  ]);
  return z.string().transform((cursor, { addIssue }): CursorPosition => {
    const { success, data } = parts.safeParse(cursor.length > MAX_CURSOR ? null : cursorParts(cursor));
    if (!success) {
      addIssue(issueOf(violation('invalid_cursor', 'must be a cursor of this list in this order')));
      return z.NEVER;
    }
    const [, , id, key = null] = data as [string, string, bigint, string?];
    return { id, key };
  });
}

function cursorParts(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}
