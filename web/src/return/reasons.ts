/** What the service suggests; any other text is taken as well. */
export const REASONS = ['damaged', 'expired', 'wrong_item', 'quality', 'overstock', 'recalled'] as const;
