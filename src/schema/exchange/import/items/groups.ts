import { groupDeliveries } from './group-deliveries.ts';
import { groupPrices } from './group-prices.ts';
import { groupProducts } from './group-products.ts';
import { groupStandingOrders } from './group-standing-orders.ts';
import { groupSupermarkets } from './group-supermarkets.ts';
import type { ImportKind } from '../../../core/caller/import-kinds.ts';
import type { Group } from './import-item.ts';

/** The functions that group rows into records, by kind. */
export const GROUPS: Record<ImportKind, Group> = {
  products: groupProducts,
  supermarkets: groupSupermarkets,
  deliveries: groupDeliveries,
  'standing-orders': groupStandingOrders,
  prices: groupPrices,
};
