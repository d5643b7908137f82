import { guardsOf } from './guard.ts';

const PREVIEW = 'test/schema/exchange/import/preview-import';
const RUN = 'test/schema/exchange/import/run-import';
const READ = 'test/schema/exchange/import/read-import';
const UPLOADS = 'test/import/uploads';
const CELLS = 'test/schema/exchange/import/cells';
const FILES = 'test/export/import-files';

/** What happens to files: imports, exports and the processes that read and write them. */
export const FILE_GUARDS = [
  ...guardsOf('src/import', [
    ['routes.ts', `if (error instanceof ImportsBusy) await giveBack();`, ``, UPLOADS],
    ['routes.ts', `isSmall ? work() : inPlace`, `isSmall || accountId > 0n ? work() : inPlace`, UPLOADS],
    ['routes.ts', `['content-length'] ?? Infinity)`, `['content-length'] ?? 0)`, UPLOADS],
    [
      'take-attempt.ts',
      `if (refusedBy === null) return`,
      `if (refusedBy === null || hour.limit > 0) return`,
      PREVIEW,
    ],
    ['routes.ts', `requireScope(scopeOfKind(kind, 'write')),`, ``, PREVIEW],
    [
      'routes.ts',
      `next(counted instanceof AppError ? counted : undefined);`,
      `next(counted === null ? counted : undefined);`,
      PREVIEW,
    ],
    [
      'routes.ts',
      `next(exchange.caller ? undefined : unauthorized());`,
      `next(exchange ? undefined : unauthorized());`,
      PREVIEW,
    ],
  ]),
  ...guardsOf('src/schema/exchange/import', [
    ['../../spreadsheet/formula.ts', `\n        : follows(text, at) && `, `\n        : at < 0 && `, CELLS],
    ['../../spreadsheet/formula.ts', `REMOVED.has(text[0]!) || executes[0]`, `executes[0]`, CELLS],
    ['../../spreadsheet/formula.ts', `REMOVED.has(text[0]!) || executes[0]`, `REMOVED.has(text[0]!)`, CELLS],
    [
      '../../spreadsheet/formula.ts',
      `(executed[end] === 1 && IGNORED.test(sign))`,
      `executed[end] === 2`,
      CELLS,
    ],
    [
      '../../spreadsheet/formula.ts',
      `const start = end - (isPair ? 2 : 1);`,
      `const start = end - (isPair ? 1 : 1);`,
      CELLS,
    ],
    [
      'change-import.ts',
      `if (problem)\n    throw`,
      `if (Math.random() > 1) throw`,
      'test/schema/exchange/import/change-import',
    ],
    ['change-import.ts', `requireScope(context, scopeOfKind(stored.kind, 'write'));`, ``, PREVIEW],
    ['change-import.ts', `if (!stored) throw notFound('import');`, `if (!stored) return;`, PREVIEW],
    [
      'change-import.ts',
      ` AND id = \${id} AND status = ANY(\${from}::text[])`,
      ` AND id = \${id} AND \${from}::text[] IS NOT NULL`,
      'test/schema/exchange/import/change-import',
    ],
    [
      'graphql.ts',
      `sourceOf(IMPORTS, context, [seen, ...conditionsOf(`,
      `sourceOf(IMPORTS, context, [...conditionsOf(`,
      PREVIEW,
    ],
    [
      'graphql.ts',
      `where: { ...byId(context, id).where.accountId_id, ...readable(context) },`,
      `where: byId(context, id).where.accountId_id,`,
      PREVIEW,
    ],
    [
      'store-import.ts',
      `if (used.recent >= perHour)\n    throw`,
      `if (Math.random() > 1)\n    throw`,
      PREVIEW,
      'test/schema/exchange/import/change-import',
    ],
    [
      'store-import.ts',
      `if (used.bytes + bytes > storedBytes)\n    throw`,
      `if (Math.random() > 1)\n    throw`,
      'test/schema/exchange/import/change-import',
    ],
    [
      'store-import.ts',
      `WHERE id = \${accountId} FOR NO KEY UPDATE\``,
      `WHERE id = \${accountId}\``,
      'test/schema/exchange/import/change-import',
    ],
    [
      'import-mappings.ts',
      `isPerson(context) ? await rememberedBy(context, kind) : {}`,
      `await rememberedBy(context, kind)`,
      RUN,
    ],
    ['file-places.ts', `share: 1,\n    total: 1,`, `share: 2,\n    total: 2,`, READ],
    [
      'file-places.ts',
      `'large files read', share: 1, total: 2,`,
      `'large files read', share: 1, total: 20,`,
      READ,
    ],
    ['file-places.ts', `share: 2, total: 10,`, `share: 20, total: 20,`, UPLOADS],
    [
      'run-import.ts',
      ` AND import.status = 'running'\n`,
      `\n`,
      RUN,
      'test/schema/exchange/import/change-import',
    ],
    ['run-import.ts', `if (!succeeded) throw new ImportEnded();`, `if (!succeeded) return;`, RUN],
    [
      'run-import.ts',
      `if (signal.aborted || isRunning === 0) throw new ImportEnded();`,
      `if (signal.aborted) throw new ImportEnded();`,
      RUN,
    ],
    ['write-import.ts', `if (checked.refused > 0) throw new ImportRefused(checked);`, ``, RUN],
    ['write-import.ts', `if (written.refused > 0) throw new ImportRefused(written);`, ``, RUN],
  ]),
  ...guardsOf('src/export', [
    ['import-files.ts', `WHERE account_id = \${accountId} AND id`, `WHERE \${accountId} > 0 AND id`, FILES],
    [
      'import-files.ts',
      `if (!stored || !(may('read') || may('write'))) throw`,
      `if (!stored || scopes.size === 0)\n    throw`,
      FILES,
    ],
    ['import-files.ts', `if (!request.exchange.caller) throw`, `if (Math.random() > 1) throw`, FILES],
  ]),
  ...guardsOf('src/spreadsheet', [
    ['run-bounded.ts', `  '--permission',\n`, ``, 'test/spreadsheet/run-bounded'],
    ['run-bounded.ts', `if (exceeded.memory) kill();`, ``, 'test/spreadsheet/run-bounded'],
    ['run-bounded.ts', `total > MAX_OUTPUT_BYTES || `, ``, 'test/spreadsheet/run-bounded'],
  ]),
  ...guardsOf('src', [
    ['log.ts', `return NOT_ASCII.test(line) ? `, `return line === '' ? `, 'test/log'],
    ['log.ts', `if (typeof value !== 'string') return value;`, `return value;`, 'test/log'],
  ]),
];
