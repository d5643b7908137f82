/** The suggested reasons; any other text is accepted too. */
export const SUGGESTED_REASONS = [
  'damaged',
  'expired',
  'wrong_item',
  'quality',
  'overstock',
  'recalled',
] as const;
