import { byId, type Context } from '../../core/context.ts';

/**
 * Reads the fields of a standing order that people can change, to find out whether a mutation changed any.
 */
export async function storedOrder(context: Context, id: string): Promise<unknown> {
  return context.db.standingOrder.findUnique({
    ...byId(context, id),
    omit: { checkAt: true, settledUntil: true, holdsReference: true },
    include: { lines: { orderBy: { lineNumber: 'asc' } } },
  });
}
