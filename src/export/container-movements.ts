import { z } from 'zod';
import {
  ExportContainerMovementsDocument,
  type ExportContainerMovementsQuery,
} from '../generated/operations.ts';
import { calendarDate } from '../schema/core/noun/rules.ts';
import { describedId, exported, type ExportedList, id } from './exported.ts';

type Movement = ExportContainerMovementsQuery['containerMovements']['nodes'][number];
type TypeOfMovement = Movement['type'];

/** A type with its balance so far. */
interface RunningBalance {
  type: TypeOfMovement;
  balance: number;
}

/** A row of the file: a movement, or the balance on the first or the last day. */
interface MovementRow extends RunningBalance {
  date: string;
  movement?: Movement;
}

/** The variables of a part of the file, with the balances after the part before it. */
interface PartOfMovements {
  from: string;
  to: string;
  carried?: RunningBalance[];
}

/**
 * The movements of containers of a supermarket, or of a branch, by date, with the balance of the type after
 * each. Each type with a balance or a movement has a first and a last row with its balance alone.
 */
export const CONTAINER_MOVEMENTS: ExportedList = {
  ...exported(
    ExportContainerMovementsDocument,
    z
      .strictObject({
        supermarketId: id.describe(describedId('supermarketId')),
        branchId: id.describe(describedId('branchId')).optional(),
        from: calendarDate.describe('The first day.'),
        to: calendarDate.describe('The last day; at most 1,100 days, both included.'),
      })
      .transform((query) => ({ ...query, isFirst: true, hasBranches: true })),
    ({ containerStatement, containerMovements }, variables) => {
      const { from, to, carried } = variables as unknown as PartOfMovements;
      if (containerStatement === null) return null;
      // Exact decimals are raw JSON, whatever their static type.
      const opening = containerStatement?.map(({ type, opening }) => ({
        type,
        balance: Number(JSON.stringify(opening)),
      }));
      const balances = new Map((opening ?? carried ?? []).map((each) => [each.type.id, each]));
      const rows: MovementRow[] = opening?.map((each) => ({ ...each, date: from })) ?? [];
      for (const movement of containerMovements.nodes) {
        const { type, date, quantity } = movement;
        const balance = (balances.get(type.id)?.balance ?? 0) + quantity;
        balances.set(type.id, { type, balance });
        rows.push({ type, balance, date, movement });
      }
      const { hasNextPage, endCursor } = containerMovements.pageInfo;
      if (hasNextPage) return { rows, next: `${endCursor} ${JSON.stringify([...balances.values()])}` };
      for (const each of balances.values()) rows.push({ ...each, date: to });
      return { rows, next: null };
    },
    {
      date: ({ date }) => date,
      type_code: ({ type }) => type.code,
      type: ({ type }) => type.name,
      delivery: ({ movement }) => (movement?.delivery ? Number(movement.delivery.id) : null),
      reference: ({ movement }) => movement?.delivery?.reference ?? null,
      branch: ({ movement }) => movement?.delivery?.branchName ?? movement?.adjustment?.branch?.name ?? null,
      out: ({ movement }) => (movement?.delivery ? movement.out : null),
      back: ({ movement }) => (movement?.delivery ? movement.back : null),
      adjustment: ({ movement }) => (movement?.adjustment ? movement.quantity : null),
      reason: ({ movement }) => movement?.adjustment?.reason ?? null,
      balance: ({ balance }) => balance,
    },
  ),
  // The branch of an adjustment is empty for keys that may not read supermarkets.
  added: (may) => ({ hasBranches: may('supermarkets:read') }),
  at(after) {
    if (after === null) return { after };
    const at = after.indexOf(' ');
    return { after: after.slice(0, at), isFirst: false, carried: JSON.parse(after.slice(at + 1)) };
  },
};
