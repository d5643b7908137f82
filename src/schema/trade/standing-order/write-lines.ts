import type { Db } from '../../../database/connect.ts';
import type { Weekday } from '../../core/noun/weekdays.ts';

interface NewLine {
  productId: bigint;
  quantity: number;
  weekdays?: readonly Weekday[] | null | undefined;
}

/** Replaces the lines of a standing order. */
export async function writeLines(
  db: Db,
  accountId: bigint,
  id: bigint,
  lines: readonly NewLine[],
): Promise<void> {
  await db.standingOrderLine.deleteMany({ where: { accountId, standingOrderId: id } });
  await db.standingOrderLine.createMany({
    data: lines.map(({ productId, quantity, weekdays }, lineNumber) => ({
      accountId,
      standingOrderId: id,
      lineNumber,
      productId,
      quantity,
      weekdays: weekdays ? [...weekdays] : [],
    })),
  });
}
