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
    ['viewer: new Set(READS),', `viewer: new Set([...READS, 'products:write'] as const),`, 'person/roles'],
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
      'inOneTransaction(context, (inside) => settleOrders(inside, limit))',
      'settleOrders(context, limit)',
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
  'alert/readable-alerts.ts': [
    ['if (missing) throw insufficientScope(missing, caller);', '', 'alert/scopes'],
    [`'receipt.disputed': () => ['deliveries:read'],`, `'receipt.disputed': () => [],`, 'alert/scopes'],
    [`'receipt.to_check': () => ['deliveries:read'],`, `'receipt.to_check': () => [],`, 'alert/scopes'],
    [`(isManager(role, 'keys') ? [] : SCOPES)`, `(isManager(role, 'keys') ? [] : [])`, 'alert/scopes'],
    [`'endpoint.failing': () => ['webhooks:read'],`, `'endpoint.failing': () => [],`, 'alert/scopes'],
    [`, body: { contains: \`"kind" : "\${kind}"\` } }`, ' }', 'alert/scopes'],
  ],
  'alert/troubles.ts': [
    [`WHERE state = 'confirmed' AND recorded_by <> 'link'`, `WHERE recorded_by <> 'link'`, 'jobs/alerts'],
  ],
  'alert/graphql.ts': [
    [', ...readableAlerts(callerOf(context)) };', ' };', 'alert/scopes'],
    [', ...readableAlerts(callerOf(context)) },', ' },', 'alert/scopes'],
  ],
  'alert/settings.ts': [
    ['settings.url === held.url && !held.muted', '!held.muted', 'alert/scopes'],
    [
      'settings.url === held.url && !held.muted.includes(type)',
      `settings.url === held.url && type !== 'x'`,
      'alert/scopes',
    ],
    [
      'url: callbackUrl(allowPrivateNetworks).nullish(),',
      'url: callbackUrl(true).nullish(),',
      'alert/private-url',
    ],
    [
      `>= \${ALERTS_PER_HOUR} THEN 'withheld'`,
      `>= \${ALERTS_PER_HOUR} + 1000 THEN 'withheld'`,
      'jobs/alert-limits',
    ],
  ],
  'alert/find-trouble.ts': [
    [
      `> \${ALERTS_PER_HOUR}
`,
      `> \${ALERTS_PER_HOUR} + 1000
`,
      'jobs/alert-limits',
    ],
    [` AND type <> ALL (coalesce(muted, '{}'))`, '', 'jobs/alert-limits'],
  ],
  'schema/exchange/alert/alert-words.ts': [
    [`of \${mailWords(each.product_name)}`, `of \${each.product_name}`, 'alert/alert-words'],
    [
      `subject: \`The API key “\${mailWords(String(data.name))}” expires soon\``,
      `subject: \`The API key “\${data.name}” expires soon\``,
      'alert/alert-words',
    ],
    [
      `\${mailWords(String(data.received_by))} received less`,
      `\${data.received_by} received less`,
      'alert/alert-words',
    ],
    [
      `what \${mailWords(String(data.received_by))} received`,
      `what \${data.received_by} received`,
      'alert/alert-words',
    ],
    ['mailWords(String(data.error), MAX_ERROR)', 'String(data.error)', 'alert/alert-words'],
  ],
  'limits/postgres-windows.ts': [
    [
      'least(requests, per_hour - coalesce(hour.points, 0), per_minute - coalesce(minute.points, 0)) AS granted',
      'requests AS granted',
      'http/count-key',
    ],
    ['if (isExcess) await giveBack(subject);', '', 'http/count-key'],
    [
      `if (before.hour.remaining < requests) return { ...before, refusedBy: 'hour' };`,
      '',
      'limits/postgres-windows',
    ],
  ],
  'admission/count-key.ts': [['WHERE NOT expired GROUP BY', 'GROUP BY', 'http/count-key']],
  'admission/admission.ts': [
    ['if (isRefused) throw limitReached(verdict);', '', 'limits/limiter'],
    [
      'if (found instanceof Error) throw await refusalOf(options, request, found);',
      'if (found instanceof Error) return next();',
      'limits/limiter',
    ],
    [
      'return !isOutage && verdict.refusedBy !== null ? limitReached(verdict) : error;',
      'return error;',
      'limits/limiter',
    ],
    ['if (verdict.refusedBy !== null) throw limitReached(verdict);', '', 'session/limits'],
    [
      'next(isAllowed ? undefined : insufficientScope(scope, caller));',
      'next(isAllowed || caller ? undefined : insufficientScope(scope, caller));',
      'receipt/photos',
    ],
    ['await limiter.giveBack(counted.subject, counted.allowance);', '', 'http/admission'],
    [
      'charged = counted, reauthenticate, visit } = found',
      'charged: _charged, reauthenticate, visit } = found, charged = counted',
      'session/limits',
    ],
  ],
  'admission/identify-session.ts': [
    [
      'request.headers.authorization === undefined && isFromOwnPage(request, publicUrl())',
      'request.headers.authorization === undefined',
      'http/session-csrf',
    ],
    [
      'request.headers.authorization === undefined && ',
      '',
      'http/session-cookies',
      'http/session-csrf',
      'session/limits',
    ],
    [`:\${caller.personId}\`, allowance };`, '`, allowance };', 'session/limits'],
    ['return verdict.refusedBy ? limitReached(verdict) : verdict;', 'return verdict;', 'session/limits'],
    ['shown === undefined || ', 'true || ', 'http/shown-person'],
    [`response.set('Cache-Control', 'no-store');`, '', 'session/limits'],
  ],
  'admission/own-page.ts': [
    ['return LOOPBACK_HOST.test(host) && origin', 'return origin', 'http/own-page'],
    [
      `return request.get('Sec-Fetch-Site') === 'same-origin';`,
      `return request.get('Sec-Fetch-Site') !== 'cross-site';`,
      'http/session-csrf',
      'http/own-page',
    ],
  ],
  'admission/session-cookies.ts': [
    ['httpOnly: true, ', '', 'http/session-cookies'],
    [`sameSite: 'lax', `, '', 'http/session-cookies'],
    ['secure: isSecure };', 'secure: false };', 'http/session-cookies'],
    [`isSecure ? '__Host-' : ''`, `''`, 'http/session-cookies'],
  ],
  'admission/require-host.ts': [
    ['return count === 1 && HOST.test(headers.host!);', 'return HOST.test(headers.host!);', 'http/host'],
    ['return count === 1 && HOST.test(headers.host!);', 'return count === 1;', 'http/host'],
    [`if (count === 0) return httpVersion === '1.0';`, 'if (count === 0) return true;', 'http/host'],
  ],
  'admission/cors.ts': [[`origins.includes('*') ? '*' : origins`, `'*'`, 'http/cors']],
  'admission/idempotency-key.ts': [
    [
      'if (key === undefined || FORM.test(key)) return key;',
      'if (key === undefined || key) return key;',
      'rest/idempotency',
      'graphql/idempotency',
    ],
  ],
  'admission/track-large-responses.ts': [
    ['if (load.unsentBytes > MAX_UNSENT_BYTES) return true;', '', 'http/track-large-responses'],
    [
      'return hasOtherSubjects && (used > 0 || load.restUntil > performance.now());',
      'return false;',
      'http/track-large-responses',
    ],
    ['if (produced < LARGE_BYTES) return;', '', 'http/track-large-responses'],
  ],
  'admission/bare-forwarded-for.ts': [
    ['if (bracketed !== undefined) return bracketed;', '', 'limits/addresses'],
    ['return isIPv4(address) ? address : text;', 'return text;', 'limits/addresses'],
  ],
  'admission/known-usage.ts': [
    [
      'if (known && known.resetAt > Date.now()) return known;',
      'if (known) return known;',
      'http/known-usage',
    ],
  ],
  'observe/request-log.ts': [
    [' && maskKeys(own) === own;', ';', 'http/request-id'],
    [`return maskKeys(path.replace(LINK, '$1[token]'));`, 'return path;', 'http/request-id'],
  ],
  'observe/logged-request.ts': [
    [
      'maskKeys(storable(field.slice(0, MAX_FIELD)))',
      'storable(field.slice(0, MAX_FIELD))',
      'request/request-log',
    ],
    [
      'maskKeys(operation.name.slice(0, MAX_NAME))',
      'operation.name.slice(0, MAX_NAME)',
      'request/request-log',
    ],
    [
      `maskKeys(headers['user-agent'].slice(0, MAX_USER_AGENT))`,
      `headers['user-agent'].slice(0, MAX_USER_AGENT)`,
      'request/request-log',
    ],
    [`typeof value === 'string' ? shown(value, MAX_VALUES_BYTES) : value,`, 'value,', 'request/reasons'],
    ['> MAX_VALUES_BYTES) return null;', '> 1e9) return null;', 'request/reasons'],
  ],
  'request/masked-text.ts': [
    [
      `maskKeys(text));
  return masked`,
      `text);
  return masked`,
      'request/masked-body',
    ],
    [`namesSecret(name) ? \`\${start}\${MASK}\` : all`, 'all', 'request/masked-body'],
    [`text.toWellFormed().replaceAll('\\0', '\\uFFFD')`, 'text', 'request/masked-body'],
    [`/\\/r\\/(?:`, `/\\/rr\\/(?:`, 'request/masked-body'],
  ],
  'request/masked-body.ts': [
    ['if (!isSecret || member === null)', 'if (true)', 'request/masked-body'],
    ['|| secrets.names.has(name);', ';', 'request/masked-body'],
    ['if (depth > MAX_DEPTH) return MASK;', '', 'request/masked-body'],
    [`names.push('variables');`, ';', 'request/masked-body'],
    [
      '|| !(namesSecret(name) || secrets.names.has(name))) continue;',
      '|| name) continue;',
      'request/masked-body',
    ],
    [
      `found.add(text);
}`,
      `text.trim();
}`,
      'request/masked-body',
    ],
    ['if (bytes.length <= MAX_BODY_BYTES)', 'if (bytes)', 'request/masked-body'],
    ['start.replace(REPEATED, (all) => (text.includes(all) ? all : MASK))', 'start', 'request/masked-body'],
    ['if (!masked.endsWith(CUT)) return masked;', 'return masked;', 'request/masked-body'],
  ],
  'secrets/reseal-secrets.ts': [
    [
      `  ...SEALED_ALERTS,
`,
      '',
      'secrets/reseal-secrets',
    ],
    [` AND NOT (\${isCurrent.join(' AND ')})`, '', 'secrets/reseal-secrets'],
  ],
  'audit/write-entry.ts': [
    ['if (more > 0) await dropOne(tx, entry);', '', 'audit/limits'],
    [`if (keyId !== undefined) return \`key:\${keyId}\`;`, '', 'audit/limits'],
  ],
  'src/compile-selection.ts': [
    [
      `    count(execution, 'objects', 1);
`,
      '',
      'test/executor',
    ],
    [
      `    count(execution, 'values', fields.length);
`,
      '',
      'test/executor',
    ],
    [
      `    count(execution, 'characters', characters);
`,
      '',
      'test/executor',
    ],
  ],
  'src/compile-type.ts': [
    [
      `      countText(execution, coerced);
`,
      '',
      'test/executor',
    ],
  ],
  'src/executor.ts': [
    [
      `      requireBounds(result.data, given);
`,
      '',
      'test/executor',
    ],
  ],
  'src/bounds.ts': [
    ['if (info.rootValue instanceof ValueCounter) info.rootValue.count();', '', 'test/pothos'],
    ['([key]) => !introspection.has(key)', '() => true', 'test/executor'],
  ],
  'webhook/webhook-jobs.ts': [
    [`AND status = 'active' AND paused_until > now())`, 'AND false)', 'webhook/settle-attempts'],
  ],
  'webhook/settle-attempts.ts': [
    [`=== 'pending') || after?.pausedUntil != null`, `=== 'pending')`, 'webhook/settle-attempts'],
  ],
  'jobs/one-at-a-time.ts': [['if (isRunning) return again.resolve();', '', 'jobs/slots']],
  'jobs/generate-orders.ts': [
    [`WHERE status = 'failed' AND failed_in IS NULL`, 'WHERE false', 'standing-order/settling'],
  ],
  'jobs/send-alerts.ts': [
    ['if (!alert.post && !alert.mail && !alert.isTold)', 'if (false)', 'jobs/alerts'],
    [
      `if (error instanceof AppError && error.code === 'rate_limited') return MAIL_LIMITED;`,
      '',
      'jobs/alert-limits',
    ],
  ],
  'jobs/prune-expired.ts': [
    [
      `  ...SESSION_EXPIRY,
`,
      '',
      'jobs/prune-expired',
    ],
  ],
  'jobs/prune-audit.ts': [
    [`WHERE account_id = $1 AND \${OF_OTHERS} AND id <=`, 'WHERE account_id = $1 AND id <=', 'audit/limits'],
  ],
  'src/pothos-adapter.ts': [
    ['if (permissionsOf(argument).length > 0)', 'if (permissionsOf(argument).length > 99)', 'test/pothos'],
  ],
  'list/at-place.ts': [
    ['each.info.fieldNodes.length === info.fieldNodes.length &&', '', 'closed-day/closed-days'],
  ],
  'list/selections.ts': [['valuesOfFragments.set(name, all([]));', '', 'list/selections']],
  'standing-order/occurrence-words.ts': [
    ['(found ?? PROBLEMS[reason!])', 'PROBLEMS[reason!]', 'standing-order/settling'],
  ],
  'graphql/guards.ts': [
    ['isQuery ? BOUNDS.query : BOUNDS.mutation', 'BOUNDS.mutation', 'graphql/cost-limits'],
  ],
  'graphql/execute-once.ts': [
    ['isWaiting ? onceOutside : once', 'once', 'receipt/slow-mail'],
    ['if (conflict) throw conflict.originalError!;', '', 'graphql/idempotency-conflict'],
  ],
  'graphql/refuse-mutation.ts': [
    [`if (waitingOf(operation) === 'some') {`, 'if (Math.random() > 1) {', 'receipt/mail-link'],
  ],
  'graphql/rule-problems.ts': [['error.extensions.problem = problem;', '', 'test/problems-of-interfaces']],
  'graphql/document-limits.ts': [
    [
      `error.extensions.problem = 'syntax_error';`,
      'error.extensions.problem;',
      'test/problems-of-interfaces',
    ],
  ],
  'idempotency/once.ts': [
    ['if (!kept || (kept.claimed && !kept.running)) return', 'if (!kept) return', 'receipt/slow-mail'],
    ['if (kept.claimed) throw stillRunning();', '', 'receipt/slow-mail'],
  ],
  'response/error-status.ts': [
    ['if (isInConflict(error)) {', 'if (Math.random() > 1) {', 'graphql/idempotency-conflict'],
  ],
  'rest/conditional.ts': [
    ['if (!namesTag(condition, tagOf(await success(shown)))) throw CHANGED;', '', 'rest/conditional'],
  ],
  'rest/scope-of.ts': [['|| others.length > 0', '', 'rest/scopes']],
  'rest/batch.ts': [
    ['return renamedFault({', 'return Object({', 'test/problems-of-interfaces'],
    ['...(wording != null && { wording }) }, restPathOf', '}, restPathOf', 'test/problems-of-interfaces'],
  ],
  'noun/valid.ts': [
    ['(issue.params as Violation | undefined) ?? UNNAMED', 'UNNAMED', 'test/problems-of-interfaces'],
  ],
  'core/errors.ts': [
    [`if ('retryAfter' in this.extensions)`, 'if (Math.random() > 1)', 'core/errors'],
    [`types[name] === 'field' ? pathOf(value as string) : value,`, 'value,', 'test/problems-of-interfaces'],
    ['...(wording !== undefined && { wording }) };', '};', 'test/problems-of-interfaces'],
  ],
  'database/connect.ts': [
    ['if (namedThen.get(client) !== named) void client.end();', '', 'database/prepared-statements'],
    [
      'if (named.add(name).size >= MAX_PREPARED) named = new Set();',
      'named.add(name);',
      'database/prepared-statements',
    ],
  ],
  'direct/direct.ts': [
    ['if (hasRelatedDecimals(model, args ?? {}))', 'if (Math.random() > 1)', 'database/direct'],
  ],
};
