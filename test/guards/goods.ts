import { guardsOf } from './guard.ts';

const CONFIRM = 'test/schema/receipt/confirm-receipt';
const SUBMIT = 'test/schema/receipt/submit-receipt';
const PHOTOS = 'test/schema/receipt/photos';
const LINKS = 'test/pages/receipt';
const PREVIEW = 'test/schema/import/preview-import';
const RUN = 'test/schema/import/run-import';
const WITHDRAWAL = 'test/schema/withdrawal/withdrawal';
const VERSIONS = 'test/schema/version';
const GOODS = 'test/schema/withdrawal/follow-goods';

/** What happens to goods and files: receipts, imports, withdrawals, and changes of two at once. */
export const GOODS_GUARDS = [
  ...guardsOf('src/schema/receipt', [
    ['create-link.ts', ` AND status <> 'cancelled'`, ``, LINKS],
    ['create-link.ts', `OFFSET \${MAX_LINKS - 1})`, `OFFSET \${MAX_LINKS + 1_000})`, LINKS],
    ['create-link.ts', ` FROM delivery WHERE expires_at > now()`, ` FROM delivery`, LINKS],
    [
      'create-link.ts',
      `FROM deliveries WHERE account_id = \${accountId} AND id`,
      `FROM deliveries WHERE id`,
      LINKS,
    ],
    ['open-link.ts', ` AND expires_at > now()`, ``, LINKS],
    ['revoke-links.ts', `if (!delivery) throw notFound('delivery');`, ``, LINKS],
    ['add-photo.ts', `if (bytes.length > MAX_PHOTO_KIB * 1_024) {`, `if (Math.random() > 1) {`, PHOTOS],
    [
      'add-photo.ts',
      `if (!RETURNABLE.includes(delivery.status as never)) {`,
      `if (Math.random() > 1) {`,
      PHOTOS,
    ],
    ['add-photo.ts', `if (delivery.photos >= MAX_UPLOADS) {`, `if (Math.random() > 1) {`, PHOTOS],
    ['add-photo.ts', `if (!mediaType) throw`, `if (Math.random() > 1) throw`, PHOTOS],
    [
      'add-photo.ts',
      `if (!delivery) throw notFound('delivery', 'delivery');`,
      `if (!delivery) return 1n;`,
      PHOTOS,
    ],
    [
      'read-photo.ts',
      `WHERE account_id = \${accountOf(context)} AND id`,
      `WHERE \${accountOf(context)} > 0 AND id`,
      PHOTOS,
    ],
    ['write-receipt.ts', ` AND delivery_id = \${deliveryId} AND id = ANY`, ` AND id = ANY`, PHOTOS],
    [
      'confirm-receipt.ts',
      `if (lines && lines.length > 0 && !mayReturn) requireScope`,
      `if (Math.random() > 1) requireScope`,
      CONFIRM,
    ],
    [
      'lock-delivery.ts',
      `AND id = \${id} FOR NO KEY UPDATE`,
      `AND id = \${id}`,
      CONFIRM,
      SUBMIT,
      'test/schema/receipt/scopes',
    ],
    [
      'lock-delivery.ts',
      `ORDER BY product_id FOR NO KEY UPDATE`,
      `ORDER BY product_id`,
      CONFIRM,
      'test/schema/receipt/races',
    ],
    [
      'received-at.ts',
      `if (said.getTime() >= now.getTime() + SKEW_MS)\n    throw`,
      `if (Math.random() > 1)\n    throw`,
      CONFIRM,
    ],
    [
      'received-at.ts',
      `if (inTransitAt && said.getTime() < inTransitAt.getTime() - SKEW_MS) {`,
      `if (inTransitAt && Math.random() > 1) {`,
      CONFIRM,
    ],
    ['submit-receipt.ts', `if (!RETURNABLE.includes(status)) {`, `if (Math.random() > 1) {`, SUBMIT],
    [
      'submit-receipt.ts',
      `if ((await inside.db.receipt.count({ where: { accountId, deliveryId } })) > 0) return;`,
      `await inside.db.receipt.count({ where: { accountId, deliveryId } });`,
      SUBMIT,
    ],
    ['submit-receipt.ts', `if (completes && status`, `if (status`, SUBMIT],
    [
      'accept-receipt.ts',
      `if (shortfalls.length > 0) requireScope(inside, 'returns:write');`,
      ``,
      'test/schema/receipt/scopes',
    ],
    ['accept-receipt.ts', ` AND status = 'open'\n`, `\n`, SUBMIT],
    ['accept-receipt.ts', `if (!receipt) {`, `if (Math.random() > 1) {`, 'test/schema/receipt'],
    ['shortfalls.ts', `if (first) throw new AppError(first, ...others);`, ``, CONFIRM],
  ]),
  ...guardsOf('src/pages', [
    ['receipt/routes.ts', `countPages(MAX_PER_ADDRESS), `, ``, LINKS],
    ['receipt/routes.ts', `, countTokens(MAX_PER_TOKEN)]`, `]`, LINKS],
    [
      'receipt/photos.ts',
      `if (counted instanceof AppError) throw counted;`,
      ``,
      'test/schema/receipt/scopes',
    ],
    [
      'receipt/photos.ts',
      `requireScope('deliveries:read')`,
      `requireScope('deliveries:read', 'returns:write')`,
      PHOTOS,
    ],
  ]),
  ...guardsOf('src/import', [
    ['routes.ts', `requireScope(\`\${kind}:write\`), `, ``, PREVIEW],
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
  ...guardsOf('src/schema/import', [
    ['change-import.ts', `requireScope(context, \`\${known.kind}:write\`);`, ``, PREVIEW],
    ['change-import.ts', `if (!known) throw notFound('import');`, `if (!known) return;`, PREVIEW],
    [
      'change-import.ts',
      ` AND id = \${id} AND status = ANY(\${from}::text[])`,
      ` AND id = \${id} AND \${from}::text[] IS NOT NULL`,
      'test/schema/import/change-import',
    ],
    [
      'graphql.ts',
      `where: { accountId: accountOf(context), ...readable(context) },`,
      `where: { accountId: accountOf(context) },`,
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
      'test/schema/import/change-import',
    ],
    [
      'store-import.ts',
      `if (used.bytes + bytes > storedBytes)\n    throw`,
      `if (Math.random() > 1)\n    throw`,
      'test/schema/import/change-import',
    ],
    [
      'store-import.ts',
      `WHERE id = \${accountId} FOR NO KEY UPDATE\``,
      `WHERE id = \${accountId}\``,
      'test/schema/import/change-import',
    ],
    ['read-import.ts', `WAIT = { share: 1,`, `WAIT = { share: 2,`, 'test/schema/import/read-import'],
    [
      'read-import.ts',
      `name: 'files read', total: 2,`,
      `name: 'files read', total: 20,`,
      'test/schema/import/read-import',
    ],
    ['run-import.ts', ` AND import.status = 'running'\n`, `\n`, RUN, 'test/schema/import/change-import'],
    ['run-import.ts', `if (!succeeded) throw new Ended();`, `if (!succeeded) return;`, RUN],
    [
      'run-import.ts',
      `if (signal.aborted || isRunning === 0) throw new Ended();`,
      `if (signal.aborted) throw new Ended();`,
      RUN,
    ],
    ['write-import.ts', `if (checked.refused > 0) throw new Refused(checked);`, ``, RUN],
    ['write-import.ts', `if (written.refused > 0) throw new Refused(written);`, ``, RUN],
  ]),
  ...guardsOf('src/schema/withdrawal', [
    [
      'create-withdrawal.ts',
      `FROM products WHERE account_id = \${accountId} AND id`,
      `FROM products WHERE id`,
      WITHDRAWAL,
    ],
    ['close-withdrawal.ts', `if (held.closedAt) throw`, `if (Math.random() > 1) throw`, WITHDRAWAL],
    [
      'close-withdrawal.ts',
      `if (!held) throw notFound('withdrawal');`,
      `if (!held) return record;`,
      WITHDRAWAL,
    ],
    ['close-withdrawal.ts', `\n      FOR NO KEY UPDATE\``, `\``, 'test/schema/withdrawal/races'],
    ['change-notice.ts', `if (withdrawal.closedAt) throw`, `if (Math.random() > 1) throw`, WITHDRAWAL],
    ['change-notice.ts', ` FOR NO KEY UPDATE\``, `\``, 'test/schema/withdrawal/races'],
    [
      'change-notice.ts',
      `if (!before) throw notFound('notice');`,
      `if (!before) return {} as never;`,
      WITHDRAWAL,
    ],
    ['acknowledge-notice.ts', `if (isCounted && `, `if (Math.random() > 1 && `, GOODS],
    [
      'tell-notice.ts',
      `if (at.getTime() - now.getTime() > SKEW_MS) throw`,
      `if (Math.random() > 1) throw`,
      GOODS,
    ],
  ]),
  ...guardsOf('src/schema/delivery', [
    ['revise-delivery.ts', `      FOR UPDATE\n`, `\n`, 'test/schema/delivery/revise-delivery.test'],
  ]),
  ...guardsOf('src/schema/version', [
    ['require-version.ts', `if (version !== ifMatch) throw`, `if (Math.random() > 1) throw`, VERSIONS],
    ['require-version.ts', `AND id = \${id} FOR NO KEY UPDATE`, `AND id = \${id}`, VERSIONS],
    ['read-versions.ts', `AND superseded_at IS NULL`, `AND superseded_at IS NOT NULL`, VERSIONS],
  ]),
];
