import { DELIVERIES_IMPORTER } from './deliveries-importer.ts';
import type { ImportKind } from '../../../core/caller/import-kinds.ts';
import type { Importer } from '../items/import-item.ts';
import { PRICES_IMPORTER } from './prices-importer.ts';
import { PRODUCTS_IMPORTER } from './products-importer.ts';
import { STANDING_ORDERS_IMPORTER } from './standing-orders-importer.ts';
import { SUPERMARKETS_IMPORTER } from './supermarkets-importer.ts';

export const IMPORTERS: Record<ImportKind, Importer> = {
  products: PRODUCTS_IMPORTER,
  supermarkets: SUPERMARKETS_IMPORTER,
  deliveries: DELIVERIES_IMPORTER,
  'standing-orders': STANDING_ORDERS_IMPORTER,
  prices: PRICES_IMPORTER,
};
