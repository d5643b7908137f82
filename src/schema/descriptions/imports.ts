export const IMPORTS = {
  'Import.kind': 'What the file has rows of.',
  'Import.status': 'How far it is.',
  'Import.startedAt': 'When it was started; null before.',
  'Import.finishedAt': 'When it succeeded, failed or was cancelled; null before.',
  'ImportKind.PRODUCTS': 'Products, one a row.',
  'ImportKind.SUPERMARKETS': 'Supermarkets, one branch a row.',
  'ImportKind.DELIVERIES': 'Deliveries, one line a row.',
  'ImportStatus.PREVIEWED': 'The file was checked, and nothing was written. It can be started.',
  'ImportStatus.RUNNING': 'Its records are being written, or it waits for another import of the account.',
  'ImportStatus.SUCCEEDED': 'All records of the file are written.',
  'ImportStatus.FAILED': 'Nothing was written. See `error` and `refusals`.',
  'ImportStatus.CANCELLED': 'It was cancelled, and nothing was written.',
};
