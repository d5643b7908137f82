import { byId, type Context } from '../../core/context.ts';

/** Reads what a person can change of a standing order, to find out whether a mutation changed anything. */
export async function storedOrder(context: Context, id: string): Promise<unknown> {
  return context.db.standingOrder.findUnique({
    ...byId(context, id),
    omit: { checkAt: true, settledUntil: true, holdsReference: true },
    include: { lines: { orderBy: { lineNumber: 'asc' } } },
  });
}
