/** The reasons that the documentation and the settings page suggest; any other text is accepted as well. */
export const SUGGESTED_REASONS = [
  'damaged',
  'expired',
  'wrong_item',
  'quality',
  'overstock',
  'recalled',
] as const;
