export const IMPORT_STATUSES = ['previewed', 'running', 'succeeded', 'failed', 'cancelled'] as const;

/** The status of an import. */
export type ImportStatus = (typeof IMPORT_STATUSES)[number];
