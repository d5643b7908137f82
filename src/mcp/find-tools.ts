import { z } from 'zod';
import {
  ToolFindDeliveriesDocument,
  ToolFindProductsDocument,
  ToolFindReturnsDocument,
  ToolFindSupermarketsDocument,
  ToolGetDeliveryDocument,
} from '../generated/operations.ts';
import { DELIVERY_FILTERS } from '../schema/trade/delivery/filters.ts';
import { notFound } from '../schema/core/errors.ts';
import { PRODUCT_FILTERS } from '../schema/catalogue/product/filters.ts';
import { RETURN_FILTERS } from '../schema/trade/return/filters.ts';
import { recordId } from '../schema/core/noun/rules.ts';
import { SUPERMARKET_FILTERS } from '../schema/catalogue/supermarket/filters.ts';
import { cutInnerList, listTool } from './list-tool.ts';
import { TOOL_RECORDS } from './records.ts';
import { tool } from './tool.ts';

/** A delivery whose lines may be cut. */
export const DELIVERY_SHAPE = TOOL_RECORDS.Delivery.schema.extend({
  omitted: z.int().optional().describe('How many lines are left out because the answer is too long.'),
});

export const findTools = [
  listTool({
    name: 'find_deliveries',
    title: 'Find deliveries',
    description: 'Lists deliveries, newest first, without their lines. `get_delivery` returns the lines.',
    scopes: ['deliveries:read'],
    list: 'deliveries',
    filters: DELIVERY_FILTERS,
    operation: ToolFindDeliveriesDocument,
    item: TOOL_RECORDS.DeliveryWithoutLines,
  }),
  tool({
    name: 'get_delivery',
    title: 'Read a delivery',
    description: 'Returns one delivery with all its lines.',
    scopes: ['deliveries:read'],
    input: z.strictObject({ id: recordId.describe('The `id` of the delivery.') }),
    output: z.strictObject({ delivery: DELIVERY_SHAPE }),
    async answer({ id }, { run }) {
      const { record } = await run(ToolGetDeliveryDocument, { id: String(id) });
      if (!record) throw notFound('delivery');
      return { delivery: withoutExcessLines(TOOL_RECORDS.Delivery.toShown(record)) };
    },
  }),
  listTool({
    name: 'find_returns',
    title: 'Find returns',
    description: 'Lists returns of delivered products, newest first.',
    scopes: ['returns:read'],
    list: 'returns',
    filters: RETURN_FILTERS,
    operation: ToolFindReturnsDocument,
    item: TOOL_RECORDS.Return,
  }),
  listTool({
    name: 'find_products',
    title: 'Find products',
    description: 'Lists products of the catalogue, newest first.',
    scopes: ['products:read'],
    list: 'products',
    filters: PRODUCT_FILTERS,
    operation: ToolFindProductsDocument,
    item: TOOL_RECORDS.Product,
  }),
  listTool({
    name: 'find_supermarkets',
    title: 'Find supermarkets',
    description:
      'Lists supermarkets with their branches, newest first. `omitted` counts branches that are left out.',
    scopes: ['supermarkets:read'],
    list: 'supermarkets',
    filters: SUPERMARKET_FILTERS,
    operation: ToolFindSupermarketsDocument,
    item: TOOL_RECORDS.Supermarket,
    inner: 'branches',
  }),
];

/** Leaves out the last lines of a delivery that is too long for an answer. */
export function withoutExcessLines(delivery: object): object {
  const shown = cutInnerList(delivery, 'products') as { omitted: number };
  return shown.omitted > 0 ? shown : delivery;
}
