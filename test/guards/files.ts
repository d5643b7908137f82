/**
 * Names of the guards of files (imports, exports, and the processes that read and write them),
 * by the tests that must fail without them.
 */
export const FILE_GUARDS = {
  'export/import-files': 'import-file-account import-file-scopes import-file-caller',
  'import/cells': 'removed-sign executed-start ignored-signs sign-pair',
  'import/change-import': `
    import-problems changed-import-status imports-per-hour import-storage import-lock running-import`,
  'import/over-rest': 'kept-file-kind',
  'import/preview-import': `
    upload-scope upload-change-count upload-caller import-attempts changed-import-scope changed-import
    listed-import-kinds read-import-kinds imports-per-hour`,
  'import/run-import': `
    remembered-by-person running-import cancelled-import refused-write`,
  'import/uploads': 'busy-import-count receiving-place',
  'spreadsheet/run-bounded': 'file-process-permission file-process-memory file-process-output',
  'test/log': 'escaped-line logged-value',
};
