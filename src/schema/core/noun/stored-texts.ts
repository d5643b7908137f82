import { identifier, multiLine, singleLine, type TextForm } from './texts.ts';

/** A table with texts of records. */
export interface TextTable {
  name: string;
  /** The columns of the primary key after the account. */
  key: readonly string[];
  columns: Readonly<Record<string, TextForm>>;
}

/**
 * The columns with texts of records. Lots come before the columns that name them: a return keeps the lot of
 * its line. Left out are passwords, files, requests, events, and texts of the service itself.
 */
export const TEXT_TABLES: readonly TextTable[] = [
  {
    name: 'accounts',
    key: [],
    columns: { name: singleLine, address: multiLine, phone: singleLine },
  },
  { name: 'people', key: ['id'], columns: { name: singleLine } },
  { name: 'invitations', key: ['id'], columns: { name: singleLine } },
  { name: 'api_keys', key: ['id'], columns: { name: singleLine } },
  { name: 'webhook_subscriptions', key: ['id'], columns: { description: multiLine } },
  {
    name: 'products',
    key: ['id'],
    columns: {
      name: singleLine,
      category: singleLine,
      reference: identifier,
      brand: singleLine,
      packaging: singleLine,
      lot_source: singleLine,
    },
  },
  {
    name: 'supermarkets',
    key: ['id'],
    columns: { name: singleLine, contact_email: singleLine, reference: identifier },
  },
  {
    name: 'branches',
    key: ['id'],
    columns: { name: singleLine, address: multiLine, reference: identifier, phone: singleLine },
  },
  { name: 'closed_days', key: ['id'], columns: { reason: singleLine } },
  {
    name: 'deliveries',
    key: ['id'],
    columns: { notes: multiLine, reference: identifier, order_number: identifier, carrier: identifier },
  },
  {
    name: 'standing_orders',
    key: ['id'],
    columns: { notes: multiLine, reference: identifier, order_number: identifier },
  },
  { name: 'delivery_items', key: ['delivery_id', 'product_id'], columns: { name: singleLine } },
  {
    name: 'delivery_item_lots',
    key: ['id'],
    columns: { lot: identifier, source: singleLine, reason: singleLine },
  },
  { name: 'lot_corrections', key: ['id'], columns: { corrected_by: singleLine, reason: singleLine } },
  { name: 'returns', key: ['id'], columns: { lot: identifier, reason: singleLine, description: multiLine } },
  { name: 'receipts', key: ['delivery_id'], columns: { received_by: singleLine } },
  {
    name: 'receipt_disputes',
    key: ['id'],
    columns: { lot: identifier, reason: singleLine, question: multiLine, answer: multiLine },
  },
  {
    name: 'withdrawals',
    key: ['id'],
    columns: { lots: identifier, reason: multiLine, instruction: multiLine, closed_reason: multiLine },
  },
  {
    name: 'withdrawal_notices',
    key: ['id'],
    columns: { told_by: singleLine, acknowledged_by: singleLine },
  },
  { name: 'container_types', key: ['id'], columns: { name: singleLine, code: identifier } },
  { name: 'container_adjustments', key: ['id'], columns: { reason: multiLine } },
  { name: 'tour_templates', key: ['id'], columns: { name: singleLine, vehicle: singleLine } },
  { name: 'tours', key: ['id'], columns: { name: singleLine, vehicle: singleLine } },
  { name: 'saved_views', key: ['id'], columns: { name: singleLine, search: singleLine } },
];
