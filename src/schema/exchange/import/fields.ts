import { enumOf } from '../../core/noun/kinds.ts';

export const IMPORT_KIND = enumOf('ImportKind', 'What a file has rows of.', {
  products: 'Products, one a row.',
  supermarkets: 'Supermarkets, one branch a row.',
  deliveries: 'Deliveries, one line a row.',
  'standing-orders': 'Standing orders, one line a row.',
  prices: 'Prices agreed with supermarkets, one a row.',
});
export const IMPORT_STATUS = enumOf('ImportStatus', 'How far an import is.', {
  previewed: 'The file was checked, and nothing was written. It can be started.',
  running: 'Its records are being written, or it waits for another import of the account.',
  succeeded: 'All records of the file are written.',
  failed: 'Nothing was written. See `error` and `refusals`.',
  cancelled: 'It was cancelled, and nothing was written.',
});
