/**
 * Names of the guards of files (imports, exports, and the processes that read and write them),
 * by the tests that must fail without them.
 */
export const FILE_GUARDS = {};
