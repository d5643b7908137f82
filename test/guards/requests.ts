import { guardsOf } from './guard.ts';

const ALERTS = 'test/schema/exchange/alert/scopes';
const LIMITS = 'test/schema/people/session/limits';
const CSRF = 'test/http/session-csrf';
const PROBLEMS = 'test/problems-of-interfaces';
const OBJECTS = 'packages/compiled-execution/test/executor';
const SETTLING = 'test/schema/exchange/webhook/settle-attempts';
const REASONS = 'test/schema/insight/request/reasons';
const FAILED_DATES = 'test/schema/trade/standing-order/settling';
const SLOW_MAIL = 'test/schema/trade/receipt/slow-mail';
const CONFLICT = 'test/graphql/idempotency-conflict';
const PREPARED = 'test/database/prepared-statements';

/** Which requests are served, and what is told to others. */
export const REQUEST_GUARDS = [
  ...guardsOf('src/schema/exchange/alert', [
    ['readable-alerts.ts', `if (missing) throw insufficientScope(missing, caller);`, ``, ALERTS],
    [
      'readable-alerts.ts',
      `'receipt.disputed': () => ['deliveries:read'],`,
      `'receipt.disputed': () => [],`,
      ALERTS,
    ],
    [
      'readable-alerts.ts',
      `'receipt.to_check': () => ['deliveries:read'],`,
      `'receipt.to_check': () => [],`,
      ALERTS,
    ],
    [
      'troubles.ts',
      `WHERE state = 'confirmed' AND recorded_by <> 'link'`,
      `WHERE recorded_by <> 'link'`,
      'test/jobs/alerts',
    ],
    [
      'readable-alerts.ts',
      `(isManager(role, 'keys') ? [] : SCOPES)`,
      `(isManager(role, 'keys') ? [] : [])`,
      ALERTS,
    ],
    [
      'readable-alerts.ts',
      `'endpoint.failing': () => ['webhooks:read'],`,
      `'endpoint.failing': () => [],`,
      ALERTS,
    ],
    ['readable-alerts.ts', `, body: { contains: \`"kind" : "\${kind}"\` } }`, ` }`, ALERTS],
    ['graphql.ts', `, ...readableAlerts(callerOf(context)) }`, ` }`, ALERTS],
    ['settings.ts', `settings.url === held.url && !held.muted`, `!held.muted`, ALERTS],
    [
      'settings.ts',
      `settings.url === held.url && !held.muted.includes(type)`,
      `settings.url === held.url && type !== 'x'`,
      ALERTS,
    ],
    [
      'settings.ts',
      `url: callbackUrl(allowPrivateNetworks).nullish(),`,
      `url: callbackUrl(true).nullish(),`,
      'test/schema/exchange/alert/private-url',
    ],
    [
      'settings.ts',
      `>= \${ALERTS_PER_HOUR} THEN 'withheld'`,
      `>= \${ALERTS_PER_HOUR} + 1000 THEN 'withheld'`,
      'test/jobs/alert-limits',
    ],
    [
      'find-trouble.ts',
      `> \${ALERTS_PER_HOUR}\n`,
      `> \${ALERTS_PER_HOUR} + 1000\n`,
      'test/jobs/alert-limits',
    ],
    ['find-trouble.ts', ` AND type <> ALL (coalesce(muted, '{}'))`, ``, 'test/jobs/alert-limits'],
    ['due-alerts.ts', `WHERE turn <= \${AT_ONCE_OF_ACCOUNT} ORDER`, `ORDER`, 'test/jobs/alert-limits'],
    [
      'alert-words.ts',
      `of \${mailWords(each.product_name)}`,
      `of \${each.product_name}`,
      'test/schema/exchange/alert/alert-words',
    ],
    [
      'alert-words.ts',
      `subject: \`The API key “\${mailWords(String(data.name))}” expires soon\``,
      `subject: \`The API key “\${data.name}” expires soon\``,
      'test/schema/exchange/alert/alert-words',
    ],
    [
      'alert-words.ts',
      `\${mailWords(String(data.received_by))} received less`,
      `\${data.received_by} received less`,
      'test/schema/exchange/alert/alert-words',
    ],
    [
      'alert-words.ts',
      `what \${mailWords(String(data.received_by))} received`,
      `what \${data.received_by} received`,
      'test/schema/exchange/alert/alert-words',
    ],
    [
      'alert-words.ts',
      `mailWords(String(data.error), MAX_ERROR)`,
      `String(data.error)`,
      'test/schema/exchange/alert/alert-words',
    ],
  ]),
  ...guardsOf('src/limits', [
    [
      'postgres-windows.ts',
      `least(requests, per_hour - coalesce(hour.points, 0), per_minute - coalesce(minute.points, 0)) AS granted`,
      `requests AS granted`,
      'test/http/count-key',
    ],
    ['postgres-windows.ts', `if (isExcess) await giveBack(subject);`, ``, 'test/http/count-key'],
    [
      'postgres-windows.ts',
      `if (before.hour.remaining < requests) return { ...before, refusedBy: 'hour' };`,
      ``,
      'test/limits/postgres-windows',
    ],
  ]),
  ...guardsOf('src/http/admission', [
    ['count-key.ts', `WHERE NOT expired GROUP BY`, `GROUP BY`, 'test/http/count-key'],
    ['admission.ts', `if (isRefused) throw limitReached(verdict);`, ``, 'test/limits/limiter'],
    [
      'admission.ts',
      `if (found instanceof Error) throw await refusalOf(options, request, found);`,
      `if (found instanceof Error) return next();`,
      'test/limits/limiter',
    ],
    [
      'admission.ts',
      `return !isOutage && verdict.refusedBy !== null ? limitReached(verdict) : error;`,
      `return error;`,
      'test/limits/limiter',
    ],
    ['admission.ts', `if (verdict.refusedBy !== null) throw limitReached(verdict);`, ``, LIMITS],
    [
      'admission.ts',
      `next(isAllowed ? undefined : insufficientScope(scope, caller));`,
      `next(isAllowed || caller ? undefined : insufficientScope(scope, caller));`,
      'test/schema/trade/receipt/photos',
    ],
    [
      'admission.ts',
      `await limiter.giveBack(counted.subject, counted.allowance);`,
      ``,
      'test/http/admission',
    ],
    [
      'admission.ts',
      `charged = counted, reauthenticate, visit } = found`,
      `charged: _charged, reauthenticate, visit } = found, charged = counted`,
      LIMITS,
    ],
    [
      'identify-session.ts',
      `request.headers.authorization === undefined && isFromOwnPage(request, publicUrl())`,
      `request.headers.authorization === undefined`,
      CSRF,
    ],
    [
      'identify-session.ts',
      `request.headers.authorization === undefined && `,
      ``,
      'test/http/session-cookies',
      CSRF,
      LIMITS,
    ],
    ['identify-session.ts', `:\${caller.personId}\`, allowance };`, `\`, allowance };`, LIMITS],
    [
      'identify-session.ts',
      `return verdict.refusedBy ? limitReached(verdict) : verdict;`,
      `return verdict;`,
      LIMITS,
    ],
    ['identify-session.ts', `shown === undefined || `, `true || `, 'test/http/shown-person'],
    ['identify-session.ts', `response.set('Cache-Control', 'no-store');`, ``, LIMITS],
    ['own-page.ts', `return LOOPBACK_HOST.test(host) && origin`, `return origin`, 'test/http/own-page'],
    [
      'own-page.ts',
      `return request.get('Sec-Fetch-Site') === 'same-origin';`,
      `return request.get('Sec-Fetch-Site') !== 'cross-site';`,
      CSRF,
      'test/http/own-page',
    ],
    ['session-cookies.ts', `httpOnly: true, `, ``, 'test/http/session-cookies'],
    ['session-cookies.ts', `sameSite: 'lax', `, ``, 'test/http/session-cookies'],
    ['session-cookies.ts', `secure: isSecure };`, `secure: false };`, 'test/http/session-cookies'],
    ['session-cookies.ts', `isSecure ? '__Host-' : ''`, `''`, 'test/http/session-cookies'],
    [
      'require-host.ts',
      `return count === 1 && HOST.test(headers.host!);`,
      `return HOST.test(headers.host!);`,
      'test/http/host',
    ],
    [
      'require-host.ts',
      `return count === 1 && HOST.test(headers.host!);`,
      `return count === 1;`,
      'test/http/host',
    ],
    [
      'require-host.ts',
      `if (count === 0) return httpVersion === '1.0';`,
      `if (count === 0) return true;`,
      'test/http/host',
    ],
    ['cors.ts', `origins.includes('*') ? '*' : origins`, `'*'`, 'test/http/cors'],
    [
      'idempotency-key.ts',
      `if (key === undefined || FORM.test(key)) return key;`,
      `if (key === undefined || key) return key;`,
      'test/rest/idempotency',
      'test/graphql/idempotency',
    ],
    [
      'track-large-responses.ts',
      `if (load.unsentBytes > MAX_UNSENT_BYTES) return true;`,
      ``,
      'test/http/track-large-responses',
    ],
    [
      'track-large-responses.ts',
      `return hasOtherSubjects && (used > 0 || load.restUntil > performance.now());`,
      `return false;`,
      'test/http/track-large-responses',
    ],
    [
      'track-large-responses.ts',
      `if (produced < LARGE_BYTES) return;`,
      ``,
      'test/http/track-large-responses',
    ],
    ['bare-forwarded-for.ts', `if (bracketed !== undefined) return bracketed;`, ``, 'test/limits/addresses'],
    [
      'bare-forwarded-for.ts',
      `return isIPv4(address) ? address : text;`,
      `return text;`,
      'test/limits/addresses',
    ],
    [
      'known-usage.ts',
      `if (known && known.resetAt > Date.now()) return known;`,
      `if (known) return known;`,
      'test/http/known-usage',
    ],
  ]),
  ...guardsOf('src/http/observe', [
    ['request-log.ts', ` && maskKeys(own) === own;`, `;`, 'test/http/request-id'],
    [
      'request-log.ts',
      `return maskKeys(path.replace(LINK, '$1[token]'));`,
      `return path;`,
      'test/http/request-id',
    ],
    [
      'logged-request.ts',
      `maskKeys(storable(field.slice(0, MAX_FIELD)))`,
      `storable(field.slice(0, MAX_FIELD))`,
      'test/schema/insight/request/request-log',
    ],
    [
      'logged-request.ts',
      `maskKeys(operation.name.slice(0, MAX_NAME))`,
      `operation.name.slice(0, MAX_NAME)`,
      'test/schema/insight/request/request-log',
    ],
    [
      'logged-request.ts',
      `maskKeys(headers['user-agent'].slice(0, MAX_USER_AGENT))`,
      `headers['user-agent'].slice(0, MAX_USER_AGENT)`,
      'test/schema/insight/request/request-log',
    ],
  ]),
  ...guardsOf('src/schema/insight/request', [
    [
      'masked-text.ts',
      `maskKeys(text));
  return masked`,
      `text);
  return masked`,
      'test/schema/insight/request/masked-body',
    ],
    [
      'masked-text.ts',
      'namesSecret(name) ? `${start}${MASK}` : all',
      `all`,
      'test/schema/insight/request/masked-body',
    ],
    [
      'masked-body.ts',
      `if (!isSecret || member === null)`,
      `if (true)`,
      'test/schema/insight/request/masked-body',
    ],
    ['masked-body.ts', `|| secrets.names.has(name);`, `;`, 'test/schema/insight/request/masked-body'],
    ['masked-body.ts', `if (depth > MAX_DEPTH) return MASK;`, ``, 'test/schema/insight/request/masked-body'],
    ['masked-body.ts', `names.push('variables');`, `;`, 'test/schema/insight/request/masked-body'],
    [
      'masked-body.ts',
      `|| !(namesSecret(name) || secrets.names.has(name))) continue;`,
      `|| name) continue;`,
      'test/schema/insight/request/masked-body',
    ],
    [
      'masked-body.ts',
      `found.add(text);
}`,
      `text.trim();
}`,
      'test/schema/insight/request/masked-body',
    ],
    [
      'masked-text.ts',
      `text.toWellFormed().replaceAll('\\0', '\\uFFFD')`,
      `text`,
      'test/schema/insight/request/masked-body',
    ],
    [
      'masked-body.ts',
      `if (bytes.length <= MAX_BODY_BYTES)`,
      `if (bytes)`,
      'test/schema/insight/request/masked-body',
    ],
    ['masked-text.ts', `/\\/r\\/(?:`, `/\\/rr\\/(?:`, 'test/schema/insight/request/masked-body'],
    [
      'masked-body.ts',
      `start.replace(REPEATED, (all) => (text.includes(all) ? all : MASK))`,
      `start`,
      'test/schema/insight/request/masked-body',
    ],
    [
      'masked-body.ts',
      `if (!masked.endsWith(CUT)) return masked;`,
      `return masked;`,
      'test/schema/insight/request/masked-body',
    ],
  ]),
  ...guardsOf('src/secrets', [
    ['reseal-secrets.ts', `  ...SEALED_ALERTS,\n`, ``, 'test/secrets/reseal-secrets'],
    ['reseal-secrets.ts', ` AND NOT (\${isCurrent.join(' AND ')})`, ``, 'test/secrets/reseal-secrets'],
  ]),
  ...guardsOf('src/schema/core/audit', [
    ['write-entry.ts', `    WHERE more <= 1\``, `\``, 'test/schema/core/audit/limits'],
    [
      'write-entry.ts',
      `if (keyId !== undefined) return \`key:\${keyId}\`;`,
      ``,
      'test/schema/core/audit/limits',
    ],
  ]),
  ...guardsOf('packages/compiled-execution/src', [
    ['compile-selection.ts', `    count(execution, 'objects', 1);\n`, ``, OBJECTS],
    ['compile-selection.ts', `    count(execution, 'values', fields.length);\n`, ``, OBJECTS],
    ['compile-selection.ts', `    count(execution, 'characters', characters);\n`, ``, OBJECTS],
    ['compile-type.ts', `      countText(execution, coerced);\n`, ``, OBJECTS],
    ['executor.ts', `      requireBounds(result.data, given);\n`, ``, OBJECTS],
    [
      'bounds.ts',
      `if (info.rootValue instanceof ValueCounter) info.rootValue.count();`,
      ``,
      'packages/compiled-execution/test/pothos',
    ],
    ['bounds.ts', `([key]) => !introspection.has(key)`, `() => true`, OBJECTS],
  ]),
  ...guardsOf('src/schema/exchange/webhook', [
    ['webhook-jobs.ts', `AND status = 'active' AND paused_until > now())`, `AND false)`, SETTLING],
    ['settle-attempts.ts', `=== 'pending') || after?.pausedUntil != null`, `=== 'pending')`, SETTLING],
  ]),
  ...guardsOf('src/jobs', [
    ['one-at-a-time.ts', `if (isRunning) return again.resolve();`, ``, 'test/jobs/slots'],
    [
      'generate-orders.ts',
      `WHERE status = 'failed' AND failed_in IS NULL`,
      `WHERE false`,
      'test/schema/trade/standing-order/settling',
    ],
    ['send-alerts.ts', `if (!alert.post && !alert.mail && !alert.isTold)`, `if (false)`, 'test/jobs/alerts'],
    ['prune-expired.ts', `  ...SESSION_EXPIRY,\n`, ``, 'test/jobs/prune-expired'],
    [
      'prune-audit.ts',
      `WHERE account_id = $1 AND \${OF_OTHERS} AND id <=`,
      `WHERE account_id = $1 AND id <=`,
      'test/schema/core/audit/limits',
    ],
    [
      'send-alerts.ts',
      `if (error instanceof AppError && error.code === 'rate_limited') return MAIL_LIMITED;`,
      ``,
      'test/jobs/alert-limits',
    ],
  ]),
  ...guardsOf('packages/compiled-execution/src', [
    [
      'pothos-adapter.ts',
      `if (permissionsOf(argument).length > 0)`,
      `if (permissionsOf(argument).length > 99)`,
      'packages/compiled-execution/test/pothos',
    ],
  ]),
  ...guardsOf('src/schema/core/list', [
    [
      'at-place.ts',
      `each.info.fieldNodes.length === info.fieldNodes.length &&`,
      ``,
      'test/schema/catalogue/closed-day/closed-days',
    ],
    ['selections.ts', `valuesOfFragments.set(name, all([]));`, ``, 'test/schema/core/list/selections'],
  ]),
  ...guardsOf('src/http/observe', [
    ['logged-request.ts', `typeof value === 'string' ? shown(value) : value,`, `value,`, REASONS],
    ['logged-request.ts', `> MAX_VALUES_BYTES) return null;`, `> 1e9) return null;`, REASONS],
  ]),
  ...guardsOf('src/schema/trade/standing-order', [
    [
      'generate-deliveries.ts',
      `      OR NOT EXISTS (`,
      `      OR EXISTS (SELECT) OR NOT EXISTS (`,
      FAILED_DATES,
    ],
    [
      'settle-orders.ts',
      `reason: reasonOf(error), found: error };`,
      `reason: reasonOf(error) };`,
      FAILED_DATES,
    ],
    ['occurrence-words.ts', `(found ?? PROBLEMS[reason!])`, `PROBLEMS[reason!]`, FAILED_DATES],
  ]),
  ...guardsOf('src/graphql', [
    ['guards.ts', `isQuery ? BOUNDS.query : BOUNDS.mutation`, `BOUNDS.mutation`, 'test/graphql/cost-limits'],
    ['execute-once.ts', `waitingOf(operation) === 'all' ? onceOutside : once`, `once`, SLOW_MAIL],
    [
      'refuse-mutation.ts',
      `if (waitingOf(operation) === 'some') {`,
      `if (Math.random() > 1) {`,
      'test/schema/trade/receipt/mail-link',
    ],
    ['execute-once.ts', `if (conflict) throw conflict.originalError!;`, ``, CONFLICT],
    ['rule-problems.ts', `error.extensions.problem = problem;`, ``, PROBLEMS],
    [
      'document-limits.ts',
      `error.extensions.problem = 'syntax_error';`,
      `error.extensions.problem;`,
      PROBLEMS,
    ],
  ]),
  ...guardsOf('src/schema/core/idempotency', [
    ['once.ts', `if (!kept || (kept.claimed && !kept.running)) return`, `if (!kept) return`, SLOW_MAIL],
    ['once.ts', `if (kept.claimed) throw stillRunning();`, ``, SLOW_MAIL],
  ]),
  ...guardsOf('src/http/response', [
    ['error-status.ts', `if (isInConflict(error)) {`, `if (Math.random() > 1) {`, CONFLICT],
  ]),
  ...guardsOf('src/rest', [
    [
      'conditional.ts',
      `if (!namesTag(condition, tagOf(await success(shown)))) throw CHANGED;`,
      ``,
      'test/rest/conditional',
    ],
    ['scope-of.ts', `|| others.length > 0`, ``, 'test/rest/scopes'],
    ['batch.ts', `renamedFault(faultIn(error), restPathOf)`, `(error as Fault)`, PROBLEMS],
    ['batch.ts', `...(wording !== null && { wording }) };`, `};`, PROBLEMS],
  ]),
  ...guardsOf('src/schema', [
    ['noun/valid.ts', `(issue.params as Violation | undefined) ?? UNNAMED`, `UNNAMED`, PROBLEMS],
    ['errors.ts', `if ('retryAfter' in this.extensions)`, `if (Math.random() > 1)`, 'test/schema/errors'],
    ['errors.ts', `types[name] === 'field' ? pathOf(value as string) : value,`, `value,`, PROBLEMS],
    ['errors.ts', `...(wording !== undefined && { wording }) };`, `};`, PROBLEMS],
  ]),
  ...guardsOf('src/database', [
    ['connect.ts', `if (namedThen.get(client) !== named) void client.end();`, ``, PREPARED],
    [
      'connect.ts',
      `if (named.add(name).size >= MAX_PREPARED) named = new Set();`,
      `named.add(name);`,
      PREPARED,
    ],
    [
      'direct/direct.ts',
      `if (hasRelatedDecimals(model, args ?? {}))`,
      `if (Math.random() > 1)`,
      'test/database/direct',
    ],
  ]),
];
