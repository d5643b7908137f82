/** Rows of a table that are useless after some time. The job that prunes deletes them in batches. */
export interface Expiry {
  table: string;
  /** The primary key of the table. */
  key: readonly string[];
  /** The SQL condition of a row that has expired. */
  hasExpired: string;
}

/** Returns the condition for rows that are older than a number of days, by the column with their time. */
export function olderThanDays(column: string, days: number): string {
  return `${column} < now() - make_interval(days => ${days})`;
}

/** Returns the condition for rows that are older than a number of hours, by the column with their time. */
export function olderThanHours(column: string, hours: number): string {
  return `${column} < now() - make_interval(hours => ${hours})`;
}

/** The condition for rows that store the time of their expiry. */
export const AT_ITS_END = 'expires_at <= now()';
