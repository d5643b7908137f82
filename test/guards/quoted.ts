/**
 * Guards that are weakened rather than removed, by the ends of their files' paths: text that occurs once, the
 * text in its place, and the tests that must fail then.
 */
export const QUOTED_GUARDS: Record<string, [text: string, weaker: string, ...tests: string[]][]> = {
  'account/logo-graphql.ts': [
    [`const MANAGER = { manager: 'account' }`, 'const MANAGER = { session: true }', 'account/logo'],
  ],
  'person/send-mail.ts': [
    ['afterCommit(context, () =>', 'afterCommit({ after: undefined }, () =>', 'person/mails'],
  ],
  'caller/roles.ts': [
    [
      'driver: new Set(STOP_SCOPES),',
      `driver: new Set([...STOP_SCOPES, 'deliveries:read'] as const),`,
      'person/roles',
    ],
    [
      'viewer: new Set(READ_SCOPES),',
      `viewer: new Set([...READ_SCOPES, 'products:write'] as const),`,
      'person/roles',
    ],
    [`account: ['owner'],`, `account: ['owner', 'member'],`, 'person/roles'],
    [`keys: ['owner', 'developer'],`, `keys: ['owner', 'developer', 'member'],`, 'person/roles'],
  ],
  'second-factor/spend-code.ts': [
    ['window: 1 }', 'window: 4 }', 'second-factor/second-factor'],
    [
      `array_remove(recovery_codes, \${hash})`,
      `array_remove(recovery_codes, 'none' || \${hash})`,
      'second-factor/second-factor',
    ],
  ],
  'person/reset-password-of.ts': [
    ['await requirePassword(context, password)', 'context.caller!', 'person/reset-password-of'],
  ],
  'receipt/notice-page.ts': [
    [
      'noticeIdOf(each) === form.get(NOTICE_FIELD.notice)',
      `noticeIdOf(each) !== 'none'`,
      'pages/notice-link',
    ],
  ],
  'withdrawal/progress.ts': [['Math.min(found ?? 0, quantity)', 'found ?? 0', 'withdrawal/follow-goods']],
  'standing-order/generate-deliveries.ts': [
    [
      'inOneTransaction(context, (inside) => finishOrders(inside, limit))',
      'finishOrders(context, limit)',
      'standing-order/exactly-once',
    ],
  ],
  'import/routes.ts': [[`['content-length'] ?? Infinity)`, `['content-length'] ?? 0)`, 'import/uploads']],
  'spreadsheet/formula.ts': [
    [
      `
        : follows(text, at) && `,
      `
        : at < 0 && `,
      'import/cells',
    ],
  ],
  'run/run-import.ts': [
    ['if (!succeeded) throw new ImportEnded();', 'if (!succeeded) return;', 'import/run-import'],
  ],
  'file/file-places.ts': [
    [
      `share: 1,
    total: 1,`,
      `share: 2,
    total: 2,`,
      'import/read-import',
    ],
    [
      `'large files read', share: 1, total: 2,`,
      `'large files read', share: 1, total: 20,`,
      'import/read-import',
    ],
    ['share: 2, total: 10,', 'share: 20, total: 20,', 'import/uploads'],
  ],
  'alert/settings.ts': [
    [
      'url: callbackUrl(allowPrivateNetworks).nullish(),',
      'url: callbackUrl(true).nullish(),',
      'alert/private-url',
    ],
  ],
  'admission/admission.ts': [
    ['exchange, charged, requests)', 'exchange, counted, requests)', 'session/limits'],
  ],
};
