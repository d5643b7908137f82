import { guardsOf } from './guard.ts';

const PREVIEW = 'import/preview-import';
const RUN = 'import/run-import';
const READ = 'import/read-import';
const UPLOADS = 'import/uploads';
const CELLS = 'import/cells';
const FILES = 'export/import-files';

/** The guards of files: imports, exports and the processes that read and write them. */
export const FILE_GUARDS = guardsOf({
  'import/routes.ts': [
    [`if (error instanceof ImportsBusy) await giveBack();`, ``, UPLOADS],
    [`isSmall ? work() : inPlace`, `isSmall || accountId > 0n ? work() : inPlace`, UPLOADS],
    [`['content-length'] ?? Infinity)`, `['content-length'] ?? 0)`, UPLOADS],
    [`requireScope(scopeOfKind(kind, 'write')),`, ``, PREVIEW],
    [
      `next(counted instanceof AppError ? counted : undefined);`,
      `next(counted === null ? counted : undefined);`,
      PREVIEW,
    ],
    [
      `next(exchange.caller ? undefined : unauthorized());`,
      `next(exchange ? undefined : unauthorized());`,
      PREVIEW,
    ],
  ],
  'import/take-attempt.ts': [
    [`if (refusedBy === null) return`, `if (refusedBy === null || hour.limit > 0) return`, PREVIEW],
  ],
  'spreadsheet/formula.ts': [
    [`\n        : follows(text, at) && `, `\n        : at < 0 && `, CELLS],
    [`REMOVED.has(text[0]!) || executes[0]`, `executes[0]`, CELLS],
    [`REMOVED.has(text[0]!) || executes[0]`, `REMOVED.has(text[0]!)`, CELLS],
    [`(executed[end] === 1 && IGNORED.test(sign))`, `executed[end] === 2`, CELLS],
    [`const start = end - (isPair ? 2 : 1);`, `const start = end - (isPair ? 1 : 1);`, CELLS],
  ],
  'run/change-import.ts': [
    [`if (problem)\n    throw`, `if (Math.random() > 1) throw`, 'import/change-import'],
    [
      `if (!stored) return;\n  requireScope(context, scopeOfKind(stored.kind, 'write'));`,
      `if (!stored) return;`,
      PREVIEW,
    ],
    [`if (!stored) throw notFound('import');`, `if (!stored) return;`, PREVIEW],
    [
      ` AND id = \${id} AND status = ANY(\${from}::text[])`,
      ` AND id = \${id} AND \${from}::text[] IS NOT NULL`,
      'import/change-import',
    ],
  ],
  'import/list-graphql.ts': [
    [
      `sourceOf(IMPORTS, context, [seen, ...conditionsOf(`,
      `sourceOf(IMPORTS, context, [...conditionsOf(`,
      PREVIEW,
    ],
    [
      `where: { ...byId(context, id).where.accountId_id, ...readable(context) },`,
      `where: byId(context, id).where.accountId_id,`,
      PREVIEW,
    ],
  ],
  'run/store-import.ts': [
    [
      `if (used.recent >= perHour)\n    throw`,
      `if (Math.random() > 1)\n    throw`,
      PREVIEW,
      'import/change-import',
    ],
    [
      `if (used.bytes + bytes > storedBytes)\n    throw`,
      `if (Math.random() > 1)\n    throw`,
      'import/change-import',
    ],
    [`WHERE id = \${accountId} FOR NO KEY UPDATE\``, `WHERE id = \${accountId}\``, 'import/change-import'],
  ],
  'columns/import-mappings.ts': [
    [`isPerson(context) ? await rememberedBy(context, kind) : {}`, `await rememberedBy(context, kind)`, RUN],
  ],
  'file/file-places.ts': [
    [`share: 1,\n    total: 1,`, `share: 2,\n    total: 2,`, READ],
    [`'large files read', share: 1, total: 2,`, `'large files read', share: 1, total: 20,`, READ],
    [`share: 2, total: 10,`, `share: 20, total: 20,`, UPLOADS],
  ],
  'run/run-import.ts': [
    [` AND import.status = 'running'\n`, `\n`, RUN, 'import/change-import'],
    [`if (!succeeded) throw new ImportEnded();`, `if (!succeeded) return;`, RUN],
    [
      `if (signal.aborted || isRunning === 0) throw new ImportEnded();`,
      `if (signal.aborted) throw new ImportEnded();`,
      RUN,
    ],
  ],
  'run/write-import.ts': [
    [`if (checked.refused > 0) throw new ImportRefused(checked);`, ``, RUN],
    [`if (written.refused > 0) throw new ImportRefused(written);`, ``, RUN],
  ],
  'export/import-files.ts': [
    [`WHERE account_id = \${accountId} AND id`, `WHERE \${accountId} > 0 AND id`, FILES],
    [
      `if (!stored || !(may('read') || may('write'))) throw`,
      `if (!stored || scopes.size === 0)\n    throw`,
      FILES,
    ],
    [`if (!request.exchange.caller) throw`, `if (Math.random() > 1) throw`, FILES],
  ],
  'spreadsheet/run-bounded.ts': [
    [`  '--permission',\n`, ``, 'spreadsheet/run-bounded'],
    [`if (exceeded.memory) kill();`, ``, 'spreadsheet/run-bounded'],
    [`total > MAX_OUTPUT_BYTES || `, ``, 'spreadsheet/run-bounded'],
  ],
  'src/log.ts': [
    [`return NOT_ASCII.test(line) ? `, `return line === '' ? `, 'test/log'],
    [`if (typeof value !== 'string') return value;`, `return value;`, 'test/log'],
  ],
});
