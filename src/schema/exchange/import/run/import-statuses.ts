export const IMPORT_STATUSES = ['previewed', 'running', 'succeeded', 'failed', 'cancelled'] as const;

/** How far an import is. */
export type ImportStatus = (typeof IMPORT_STATUSES)[number];
