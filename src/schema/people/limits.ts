/** People of an account. */
export const MAX_PEOPLE = 50;
/** Open invitations of an account. */
export const MAX_INVITATIONS = 20;
/** Validity of an invitation. */
export const INVITATION_DAYS = 7;
/** Characters of a password, at least. */
export const MIN_PASSWORD = 8;
/** Characters of a password. */
export const MAX_PASSWORD = 200;
/** Validity of a session without a request. */
export const SESSION_DAYS = 30;
/** Sessions of a person; one more ends the oldest. */
export const MAX_SESSIONS = 50;
/** Replaced secrets of an API key in their grace periods. */
export const MAX_REPLACED_KEYS = 5;
/** Grace period of a replaced secret. */
export const MAX_GRACE_S = 86_400;
/** Saved views of a person, and of everybody. */
export const MAX_VIEWS = 100;
/** Characters of the name of a view. */
export const MAX_VIEW_NAME = 40;
/** Characters of the filters of a view. */
export const MAX_VIEW_SEARCH = 2_000;
/** Size of a logo. */
export const MAX_LOGO_KIB = 100;
/** Width and height of a logo. */
export const MAX_LOGO_PIXELS = 2_000;
