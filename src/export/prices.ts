import { z } from 'zod';
import { ExportPricesDocument } from '../generated/operations.ts';
import { describedId, exported, exportPageOf, id } from './exported.ts';

/** The agreed prices, in the form in which they are imported. Needs `supermarkets:read`, too. */
export const AGREED_PRICES = exported(
  ExportPricesDocument,
  z
    .strictObject({ supermarketId: id.describe(`${describedId('supermarketId')} Default: all.`).optional() })
    .transform(({ supermarketId }) => ({ filter: { supermarketId } })),
  ({ priceAgreements }) => exportPageOf(priceAgreements),
  {
    supermarket: ({ supermarket }) => supermarket.reference ?? supermarket.name,
    product: ({ product }) => product.reference ?? product.sequentialId,
    product_name: ({ product }) => product.name,
    price: ({ price }) => price,
    valid_from: ({ validFrom }) => validFrom,
    valid_to: ({ validTo }) => validTo,
  },
);
