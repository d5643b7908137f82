import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { readTogether } from '../../core/list/read-together.ts';
import { calendarDate } from '../../core/noun/rules.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { valid } from '../../core/noun/valid.ts';
import { priceOn } from './price-on.ts';

interface PriceRequest {
  productId: bigint;
  supermarketId: bigint;
  date: string;
}

const PriceDay = z.object({ date: calendarDate });

const priceTogether = readTogether(readPrices);

/**
 * Returns the price of a product for a supermarket on a day; null if the account lacks one of them.
 *
 * @throws AppError `validation_error` on `date`
 */
export function readPriceOf(
  context: Context,
  request: { productId: string; supermarketId: string; date: string },
): Promise<Prisma.Decimal | null> {
  const { date } = valid(PriceDay, request);
  return priceTogether(context, {
    productId: recordIdOf(request.productId),
    supermarketId: recordIdOf(request.supermarketId),
    date,
  });
}

async function readPrices(
  context: Context,
  requests: readonly PriceRequest[],
): Promise<(Prisma.Decimal | null)[]> {
  const accountId = accountOf(context);
  const price = priceOn(accountId, {
    supermarketId: Prisma.sql`supermarket.id`,
    productId: Prisma.sql`product.id`,
    day: Prisma.sql`requested.day`,
    listPrice: Prisma.sql`product.price`,
  });
  const rows = await context.db.$queryRaw<{ price: Prisma.Decimal | null }[]>`
    SELECT CASE WHEN product.id IS NOT NULL AND supermarket.id IS NOT NULL THEN ${price} END AS price
    FROM unnest(${requests.map(({ productId }) => productId)}::bigint[],
                ${requests.map(({ supermarketId }) => supermarketId)}::bigint[],
                ${requests.map(({ date }) => date)}::date[])
         WITH ORDINALITY AS requested (product_id, supermarket_id, day, position)
    LEFT JOIN products product ON product.account_id = ${accountId} AND product.id = requested.product_id
    LEFT JOIN supermarkets supermarket
      ON supermarket.account_id = ${accountId} AND supermarket.id = requested.supermarket_id
    ORDER BY requested.position`;
  return rows.map(({ price: found }) => found);
}
