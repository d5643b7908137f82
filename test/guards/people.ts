/**
 * Names of the guards of people (who signs in, who is invited, and what is needed beside a session),
 * by the tests that must fail without them.
 */
export const PEOPLE_GUARDS = {};
