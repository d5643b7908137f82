/** The SQL condition that an `account` sends alerts and creates the deliveries of standing orders. */
export const IS_WORKING = 'account.deleted_at IS NULL AND account.resting_since IS NULL';
