import { z } from 'zod';
import {
  ExportBranchesDocument,
  ExportDeliveriesDocument,
  ExportProductsDocument,
  ExportRefusalsDocument,
  ExportReturnsDocument,
  ExportSupermarketsDocument,
} from '../generated/operations.ts';
import { DELIVERY_FIELDS } from '../schema/trade/delivery/fields.ts';
import { DELIVERY_FILTERS } from '../schema/trade/delivery/filters.ts';
import { PRODUCT_FIELDS } from '../schema/catalogue/product/fields.ts';
import { PRODUCT_FILTERS } from '../schema/catalogue/product/filters.ts';
import { RETURN_FILTERS } from '../schema/trade/return/filters.ts';
import { BRANCH_FIELDS, SUPERMARKET_FIELDS } from '../schema/catalogue/supermarket/fields.ts';
import { SUPERMARKET_FILTERS } from '../schema/catalogue/supermarket/filters.ts';
import {
  describedId,
  exported,
  type ExportedList,
  filterParameter,
  id,
  orderOf,
  exportPageOf,
  sortedQuery,
  sorting,
  wholeListOf,
} from './exported.ts';
import { CONTAINER_MOVEMENTS } from './container-movements.ts';
import { MISSED_DELIVERIES } from './missed-deliveries.ts';
import { DEVELOPERS_LISTS } from './developers-lists.ts';
import { masterDataOf } from './master-data.ts';
import { PLAN_OF_DAYS } from './plan-of-days.ts';
import { AGREED_PRICES } from './prices.ts';
import { TRACEABILITY } from './traceability.ts';

/** Selects products by archive state; by default those in use. */
const archiveParameter = z
  .enum(['archived', 'all'])
  .describe('Which products. Default: those in use.')
  .optional()
  .transform((value) => (value === 'all' ? undefined : value === 'archived'));

/** The orders of deliveries, by their names in the address of the list. */
const DELIVERY_ORDERS = {
  '-created': 'CREATED_DESC',
  created: 'CREATED_ASC',
  date: 'DELIVERY_DATE_ASC',
  '-date': 'DELIVERY_DATE_DESC',
} as const;

/** The orders of returns, by their names in the address of the list. */
const RETURN_ORDERS = {
  '-created': 'CREATED_DESC',
  created: 'CREATED_ASC',
  date: 'RETURN_DATE_ASC',
  '-date': 'RETURN_DATE_DESC',
} as const;

/** The lists that can be exported, by file name. */
export const LISTS: Record<string, ExportedList> = {
  deliveries: exported(
    ExportDeliveriesDocument,
    // Without replaced versions by default, like the page.
    sortedQuery(DELIVERY_FILTERS, DELIVERY_ORDERS).transform(({ filter, ...others }) => ({
      ...others,
      filter: { includeReplaced: false, ...filter },
    })),
    ({ deliveries }) => exportPageOf(deliveries),
    {
      number: ({ id }) => Number(id),
      supermarket: ({ supermarketName }) => supermarketName,
      branch: ({ branchName }) => branchName,
      delivery_date: ({ deliveryDate }) => deliveryDate,
      status: (delivery) => delivery.status.toLowerCase(),
      value: ({ totalValue }) => totalValue,
      created_at: ({ createdAt }) => createdAt,
      ...masterDataOf(DELIVERY_FIELDS),
    },
  ),
  returns: {
    ...exported(
      ExportReturnsDocument,
      sortedQuery(RETURN_FILTERS, RETURN_ORDERS).transform((query) => ({ ...query, hasPlaces: true })),
      ({ returns }) => exportPageOf(returns),
      {
        number: ({ id }) => Number(id),
        delivery: ({ deliveryId }) => Number(deliveryId),
        supermarket: ({ delivery }) => delivery?.supermarketName ?? null,
        branch: ({ delivery }) => delivery?.branchName ?? null,
        product: ({ productName }) => productName,
        quantity: ({ quantity }) => quantity,
        reason: ({ reason }) => reason,
        description: ({ description }) => description,
        return_date: ({ returnDate }) => returnDate,
        credit: ({ creditAmount }) => creditAmount,
        created_at: ({ createdAt }) => createdAt,
      },
    ),
    // Supermarket and branch belong to the delivery, so they are empty for keys that may not read deliveries.
    added: (may) => ({ hasPlaces: may('deliveries:read') }),
  },
  products: exported(
    ExportProductsDocument,
    z
      .strictObject({
        search: filterParameter(PRODUCT_FILTERS.all, 'search'),
        words: filterParameter(PRODUCT_FILTERS.all, 'words'),
        category: filterParameter(PRODUCT_FILTERS.all, 'category'),
        show: archiveParameter,
        ...sorting,
      })
      .transform(({ sort, show: archived, ...filter }) => ({
        filter: { ...filter, archived },
        orderBy: orderOf({ sort }),
      })),
    ({ products }) => exportPageOf(products),
    {
      number: ({ sequentialId }) => sequentialId,
      product: ({ name }) => name,
      category: ({ category }) => category,
      weight_kg: ({ weight }) => weight,
      price: ({ price }) => price,
      ...masterDataOf(PRODUCT_FIELDS),
      archived_at: ({ archivedAt }) => archivedAt,
    },
  ),
  supermarkets: exported(
    ExportSupermarketsDocument,
    z
      .strictObject({ words: filterParameter(SUPERMARKET_FILTERS.all, 'words'), ...sorting })
      .transform(({ words, ...order }) => ({ filter: { words }, orderBy: orderOf(order) })),
    ({ supermarkets }) => exportPageOf(supermarkets),
    {
      number: ({ id }) => Number(id),
      supermarket: ({ name }) => name,
      contact_email: ({ contactEmail }) => contactEmail,
      branches: ({ branches }) => branches.filter(({ archivedAt }) => archivedAt === null).length,
      created_at: ({ createdAt }) => createdAt,
      ...masterDataOf(SUPERMARKET_FIELDS),
      cut_off_days_before: ({ cutOff }) => cutOff?.daysBefore ?? null,
      cut_off_time: ({ cutOff }) => cutOff?.time ?? null,
    },
  ),
  branches: exported(
    ExportBranchesDocument,
    z.strictObject({ supermarketId: id.describe(describedId('supermarketId')) }),
    ({ supermarket }) => supermarket && wholeListOf(supermarket.branches),
    {
      number: ({ id }) => Number(id),
      branch: ({ name }) => name,
      address: ({ address }) => address,
      delivery_window: ({ deliveryWindow }) => deliveryWindow,
      ...masterDataOf(BRANCH_FIELDS),
      archived_at: ({ archivedAt }) => archivedAt,
    },
  ),
  'missed-deliveries': MISSED_DELIVERIES,
  'plan-of-days': PLAN_OF_DAYS,
  'container-movements': CONTAINER_MOVEMENTS,
  prices: AGREED_PRICES,
  traceability: TRACEABILITY,
  refusals: exported(
    ExportRefusalsDocument,
    z.strictObject({ importId: id.describe(describedId('importId')) }),
    ({ import: file }) => file && wholeListOf(file.refusals),
    {
      row: ({ row }) => row,
      column: ({ column }) => column,
      value: ({ value }) => value,
      reason: ({ message }) => message,
    },
  ),
  ...DEVELOPERS_LISTS,
};
