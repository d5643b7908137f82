import type { ImportKind } from '../../../../core/caller/import-kinds.ts';

/** A CSV file that the service itself writes. */
export type Download = Exclude<ImportKind, 'standing-orders'> | 'branches' | 'returns';

/** The columns of each download. Only in downloads is `number` the sequential number of a record. */
const DOWNLOAD_COLUMNS: Record<Download, readonly string[]> = {
  products: ['number', 'product', 'category', 'weight_kg', 'price', 'archived_at'],
  supermarkets: ['number', 'supermarket', 'contact_email', 'branches', 'created_at'],
  deliveries: ['number', 'supermarket', 'branch', 'delivery_date', 'status', 'value', 'created_at'],
  prices: ['supermarket', 'product', 'product_name', 'price', 'valid_from', 'valid_to'],
  branches: ['number', 'branch', 'address', 'delivery_window', 'archived_at'],
  returns: ['number', 'supermarket', 'branch', 'product', 'quantity', 'reason', 'return_date', 'credit'],
};

/** The column with the reasons in the file of refused rows. Imports ignore it. */
export const REASONS_COLUMN = 'provender_reasons';

/** Returns which download has this header; undefined if the file is from elsewhere. */
export function downloadOf(header: readonly string[]): Download | undefined {
  const names = new Set(header);
  const own = Object.entries(DOWNLOAD_COLUMNS).find(([, columns]) =>
    columns.every((name) => names.has(name)),
  );
  return own?.[0] as Download | undefined;
}
