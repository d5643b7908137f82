import { guardsOf } from './guard.ts';

const CONFIRM = 'test/schema/trade/receipt/confirm-receipt';
const SUBMIT = 'test/schema/trade/receipt/submit-receipt';
const DISPUTES = 'test/schema/trade/receipt/disputes';
const DRIVERS = 'test/schema/trade/receipt/driver-receipts';
const CONSTRAINTS = 'test/database/constraints';
const CHECKED_BY = 'test/schema/trade/receipt/checked-by';
const PHOTOS = 'test/schema/trade/receipt/photos';
const LINKS = 'test/pages/receipt';
const WITHDRAWAL = 'test/schema/trace/withdrawal/withdrawal';
const VERSIONS = 'test/schema/core/version';
const GOODS = 'test/schema/trace/withdrawal/follow-goods';
const NOTICE_LINKS = 'test/pages/notice-link';
const SET_LOTS = 'test/schema/trade/lot/set-lots';
const STANDING = 'test/schema/trade/standing-order/standing-order.test';
const STANDING_LISTS = 'test/schema/trade/standing-order/list';
const MISSED = 'test/schema/trade/standing-order/restore-missed.test';
const SETTLING = 'test/schema/trade/standing-order/settling';
const PLAN = 'test/schema/trade/standing-order/plan-occurrences';
const EXACTLY_ONCE = 'test/schema/trade/standing-order/exactly-once';
const RETURN_LOTS = 'test/schema/trade/lot/return-lots';

/** What happens to goods: receipts, withdrawals, lots, and changes of two at once. */
export const GOODS_GUARDS = [
  ...guardsOf('src/schema/catalogue/closed-day', [
    [
      'set-closed-days.ts',
      `await lockList(inside, branch);`,
      ``,
      'test/schema/catalogue/closed-day/closed-days',
    ],
    [
      'set-closed-days.ts',
      `date <= coalesce(\${until}::date, 'infinity') AND `,
      ``,
      'test/schema/catalogue/closed-day/closed-days',
    ],
    [
      'own-list.ts',
      `if (found === 0) throw notFound('branch', 'branchId');`,
      ``,
      'test/schema/catalogue/closed-day/closed-days',
    ],
    [
      'read-ics.ts',
      `if (days.size > MAX_DAYS_IN_FILE)`,
      `if (false)`,
      'test/schema/catalogue/closed-day/read-ics',
    ],
    [
      'possible-days.ts',
      ` AND NOT \${isPastCutOff(context, Prisma.sql`,
      ` AND \${isPastCutOff(context, Prisma.sql`,
      'test/schema/trade/delivery/day-rules',
    ],
  ]),
  ...guardsOf('src/schema/trade/delivery', [
    [
      'day-rules.ts',
      `if (sessionId !== undefined && (role === 'owner' || role === 'member')) return;`,
      `return;`,
      'test/schema/trade/delivery/day-rules',
    ],
    [
      'day-rules.ts',
      ` OR NOT account.refuses_closed_days)`,
      ` OR TRUE)`,
      'test/schema/trade/delivery/day-rules',
    ],
    [
      'day-rules.ts',
      `AND NOT (account.refuses_late_orders AND \${isLate})`,
      ``,
      'test/schema/trade/delivery/day-rules',
    ],
    ['revise-delivery.ts', `AND (\${accepted})`, ``, 'test/schema/trade/delivery/day-rules'],
  ]),
  ...guardsOf('prisma/migrations/20261120000000_init', [
    ['migration.sql', ` CHECK (recorded_by IN ('session', 'key', 'link'))`, ``, CONSTRAINTS],
    ['migration.sql', ` CHECK (jsonb_typeof(temperatures) = 'array')`, ``, CONSTRAINTS],
    [
      'migration.sql',
      `REFERENCES receipts (account_id, delivery_id) ON DELETE CASCADE`,
      `REFERENCES receipts (account_id, delivery_id)`,
      DISPUTES,
    ],
    ['migration.sql', `CHECK (delivered >= received)`, ``, CONSTRAINTS],
    [
      'migration.sql',
      `receipt_disputes_line_key UNIQUE NULLS NOT DISTINCT`,
      `receipt_disputes_line_key UNIQUE`,
      CONSTRAINTS,
    ],
    ['migration.sql', ` CHECK (asked_at IS NULL OR question IS NOT NULL)`, ` CHECK (true)`, CONSTRAINTS],
    ['migration.sql', ` CHECK (answered_at IS NULL OR answer IS NOT NULL)`, ` CHECK (true)`, CONSTRAINTS],
    ['migration.sql', ` CHECK (state IN ('confirmed', 'disputed', 'asked', 'settled'))`, ``, CONSTRAINTS],
    ['migration.sql', `FOR EACH ROW WHEN (NEW.recorded_by = 'link')`, `FOR EACH ROW WHEN (false)`, DISPUTES],
    [
      'migration.sql',
      `AND id = NEW.delivery_id AND status = 'in_transit'`,
      `AND id = NEW.delivery_id`,
      DISPUTES,
    ],
    ['migration.sql', ` AND (question IS NULL OR answer IS NOT NULL)`, ``, DISPUTES],
    ['migration.sql', `WHEN bool_or(dispute.status = 'open') THEN 'asked'`, ``, DISPUTES],
    ['migration.sql', `WHEN bool_or(delivery.status = 'in_transit') THEN 'confirmed'`, ``, DISPUTES],
    [
      'migration.sql',
      `AFTER INSERT ON receipt_disputes REFERENCING NEW TABLE AS after_change
  FOR EACH STATEMENT`,
      `AFTER INSERT ON receipt_disputes REFERENCING NEW TABLE AS after_change
  FOR EACH STATEMENT WHEN (false)`,
      DISPUTES,
    ],
    [
      'migration.sql',
      `AFTER UPDATE ON receipt_disputes REFERENCING NEW TABLE AS after_change
  FOR EACH STATEMENT`,
      `AFTER UPDATE ON receipt_disputes REFERENCING NEW TABLE AS after_change
  FOR EACH STATEMENT WHEN (false)`,
      DISPUTES,
    ],
    ['migration.sql', ` AND state = 'confirmed';`, `;`, DISPUTES],
    ['migration.sql', `WHEN (NEW.status = 'completed' AND`, `WHEN (false AND`, DISPUTES],
    ['migration.sql', `checked_by = NEW.completed_by,`, `checked_by = NULL,`, CHECKED_BY],
    [
      'migration.sql',
      `CASE WHEN NEW.completed_by IS NOT NULL THEN NEW.completed_at END`,
      `now()`,
      CHECKED_BY,
    ],
    ['migration.sql', `THEN reached.settled_by END`, `THEN NULL END`, CHECKED_BY],
  ]),
  ...guardsOf('src/schema/trade/receipt', [
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
    ['confirm-receipt.ts', `if (mayDecide(context)) return false;`, ``, DRIVERS],
    ['confirm-receipt.ts', `temperatures.some((each)`, `temperatures.every((each)`, DRIVERS],
    [
      'confirm-receipt.ts',
      `await moveDelivery(inside, String(deliveryId), 'completed');
    // Completing a delivery settles its receipt, so this comes after it.
    if (await isToCheck(inside, shortfalls, receipt)) await waitForCheck(inside, deliveryId);`,
      `if (await isToCheck(inside, shortfalls, receipt)) await waitForCheck(inside, deliveryId);
    await moveDelivery(inside, String(deliveryId), 'completed');`,
      DRIVERS,
    ],
    ['submit-receipt.ts', `missingOf(receipt.lines ?? [], items).every(isKnown) &&`, ``, SUBMIT],
    ['write-receipt.ts', `WHEN 'confirmed' THEN 'settled'`, `WHEN '' THEN 'settled'`, CHECKED_BY],
    ['confirm-receipt.ts', `at, by, keepsDisputes });`, `at, by });`, DRIVERS],
    ['confirm-receipt.ts', `if (keepsDisputes) await settleCovered(inside, deliveryId, at);`, ``, DRIVERS],
    ['confirm-receipt.ts', ` AND state = 'settled'`, ``, DRIVERS],
    ['fields.ts', `measured > warmest[zone]`, `measured >= warmest[zone]`, DRIVERS],
    ['read-returned.ts', `AND each.reverses_id IS NULL AND each.reversed_by_id IS NULL`, ``, DRIVERS],
    ['settle-confirmed.ts', `AND state = 'confirmed'`, ``, DRIVERS],
    ['settle-confirmed.ts', `if (recordedBy === 'link') continue;`, ``, DRIVERS],
    [
      'accept-receipts.ts',
      `WHERE account_id = \${accountId} AND id = ANY(\${ids}::bigint[])
    ORDER BY id FOR NO KEY UPDATE`,
      `WHERE account_id = \${accountId} AND id = ANY(\${ids}::bigint[])`,
      DRIVERS,
    ],
    [
      'accept-receipts.ts',
      `WHERE delivery.account_id = \${accountId} AND delivery.id`,
      `WHERE delivery.id`,
      DRIVERS,
    ],
    [
      'accept-receipts.ts',
      `rows.filter(({ state }) => state === 'confirmed')`,
      `rows.filter(({ state }) => state !== null)`,
      DRIVERS,
    ],
    [
      'lock-delivery.ts',
      `AND id = \${id} FOR NO KEY UPDATE`,
      `AND id = \${id}`,
      CONFIRM,
      SUBMIT,
      'test/schema/trade/receipt/scopes',
    ],
    [
      'lock-delivery.ts',
      `ORDER BY product_id FOR NO KEY UPDATE`,
      `ORDER BY product_id`,
      CONFIRM,
      'test/schema/trade/receipt/races',
    ],
    ['received-at.ts', `if (at.getTime() >= now.getTime() + SKEW_MS)`, `if (Math.random() > 1)`, CONFIRM],
    [
      'received-at.ts',
      `if (inTransitAt && said.getTime() < inTransitAt.getTime() - SKEW_MS) {`,
      `if (inTransitAt && Math.random() > 1) {`,
      CONFIRM,
    ],
    ['submit-receipt.ts', `if (!RETURNABLE.includes(status)) {`, `if (Math.random() > 1) {`, SUBMIT],
    ['submit-receipt.ts', `if (before) return requireKnown(before, receipt, items);`, ``, SUBMIT],
    ['submit-receipt.ts', `(receipt.temperatures ?? []).every(isMeasured) &&`, ``, SUBMIT],
    ['submit-receipt.ts', `if (completes && status`, `if (status`, SUBMIT],
    [
      'settle-open.ts',
      `if (shortfalls.length > 0) requireScope(context, 'returns:write');`,
      ``,
      'test/schema/trade/receipt/scopes',
    ],
    ['settle-open.ts', ` AND status = 'open'\n`, `\n`, SUBMIT],
    ['settle-open.ts', `AND id = ANY(\${chosen}::bigint[])`, `AND \${chosen.length} > 0`, DISPUTES],
    ['with-receipt.ts', `if (!receipt) {`, `if (Math.random() > 1) {`, 'test/schema/trade/receipt'],
    [
      'settle-disputes.ts',
      `if (status !== 'open' && status !== decision) {`,
      `if (Math.random() > 1) {`,
      DISPUTES,
    ],
    ['settle-disputes.ts', `if (both >= 0) {`, `if (Math.random() > 1) {`, DISPUTES],
    [
      'settle-disputes.ts',
      `if (isLast && delivery.status === 'in_transit') {`,
      `if (delivery.status === 'in_transit') {`,
      DISPUTES,
    ],
    [
      'ask-about-dispute.ts',
      `if (!(await hasValidLink(inside, deliveryId))) {`,
      `if (Math.random() > 1) {`,
      DISPUTES,
    ],
    ['ask-about-dispute.ts', ` AND expires_at > now() AND`, ` AND`, DISPUTES],
    ['ask-about-dispute.ts', `if (refusal) throw refusal;`, ``, DISPUTES],
    ['ask-about-dispute.ts', `id: dispute }, deliveryId },`, `id: dispute } },`, DISPUTES],
    ['answer-question.ts', `accountId, id }, deliveryId },`, `accountId, id } },`, DISPUTES],
    ['answer-question.ts', `if (dispute.answer !== null) throw`, `if (Math.random() > 1) throw`, DISPUTES],
    [
      'answer-question.ts',
      `if (dispute.status !== 'open' || dispute.question === null) {`,
      `if (Math.random() > 1) {`,
      DISPUTES,
    ],
    ['count-to-check.ts', `LIMIT \${MAX_COUNTED}`, `LIMIT \${MAX_COUNTED * 1_000}`, DISPUTES],
    ['shortfalls.ts', `if (first) throw new AppError(first, ...others);`, ``, CONFIRM],
    ['shortfalls.ts', ` && confirmed !== received`, ` && confirmed == null`, CONFIRM, SUBMIT],
  ]),
  ...guardsOf('src/pages', [
    ['receipt/routes.ts', `countPages(MAX_PER_ADDRESS), `, ``, LINKS],
    ['receipt/routes.ts', `, countTokens(MAX_PER_TOKEN)]`, `]`, LINKS],
    [
      'receipt/routes.ts',
      `noticeIdOf(each) === form.get(NOTICE_FIELD.notice)`,
      `noticeIdOf(each) !== 'none'`,
      NOTICE_LINKS,
    ],
    [
      'receipt/photos.ts',
      `if (counted instanceof AppError) throw counted;`,
      ``,
      'test/schema/trade/receipt/scopes',
    ],
    [
      'receipt/photos.ts',
      `requireScope('deliveries:read')`,
      `requireScope('deliveries:read', 'returns:write')`,
      PHOTOS,
    ],
  ]),
  ...guardsOf('src/schema/trace/withdrawal', [
    [
      'acknowledge-notice.ts',
      `confirmed === said) return;`,
      `confirmed != null) return;`,
      'test/schema/trace/withdrawal/follow-goods',
    ],
    [
      'progress.ts',
      `Math.min(found ?? 0, quantity)`,
      `found ?? 0`,
      'test/schema/trace/withdrawal/follow-goods',
    ],
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
    ['close-withdrawal.ts', `\n      FOR NO KEY UPDATE\``, `\``, 'test/schema/trace/withdrawal/races'],
    ['change-notice.ts', `if (withdrawal.closedAt) throw`, `if (Math.random() > 1) throw`, WITHDRAWAL],
    ['change-notice.ts', ` FOR NO KEY UPDATE\``, `\``, 'test/schema/trace/withdrawal/races'],
    [
      'change-notice.ts',
      `if (!before) throw notFound('notice');`,
      `if (!before) return {} as never;`,
      WITHDRAWAL,
    ],
    ['acknowledge-notice.ts', `if (isCounted && `, `if (Math.random() > 1 && `, GOODS],
    ['tell-notice.ts', `if (at.getTime() - now.getTime() > SKEW_MS)`, `if (Math.random() > 1)`, GOODS],
    ['open-notice-link.ts', ` AND expires_at > now()`, ``, NOTICE_LINKS],
    ['store-notice-link.ts', `< \${MAX_A_DAY}\n`, `< \${MAX_A_DAY + 1_000}\n`, NOTICE_LINKS],
    ['create-notice-link.ts', `if (told.closedAt) throw`, `if (Math.random() > 1) throw`, NOTICE_LINKS],
    [
      'create-notice-link.ts',
      `if (mail && !mailer)\n    throw`,
      `if (Math.random() > 1)\n    throw`,
      NOTICE_LINKS,
    ],
  ]),
  ...guardsOf('src/mail', [
    ['mailer.ts', `if (retryAfter !== null) throw`, `if (Math.random() > 1) throw`, 'test/mail/mailer'],
    ['mailer.ts', `await giveBack();`, ``, 'test/mail/mailer'],
  ]),
  ...guardsOf('src/schema/trade/lot', [
    [
      'set-lots.ts',
      `if (!delivery) throw`,
      `if (!delivery) return deliveryId; if (Math.random() > 1) throw`,
      SET_LOTS,
    ],
    [
      'set-lots.ts',
      `if (!line)\n      throw`,
      `if (!line) return deliveryId; if (Math.random() > 1) throw`,
      SET_LOTS,
    ],
    ['set-lots.ts', `if (excess) throw`, `if (Math.random() > 1) throw`, SET_LOTS],
    ['set-lots.ts', `requireStatus(delivery.status, reason !== undefined);`, ``, SET_LOTS],
    [
      'set-lots.ts',
      `if (!required || sum >= required.quantity) return;`,
      `if (!required || sum >= 0) return;`,
      SET_LOTS,
    ],
    ['set-lots.ts', `if (quantity < back) {`, `if (Math.random() > 1) {`, RETURN_LOTS],
    [
      'set-lots.ts',
      `if (lots.some((each) => each.lot === lot)) continue;`,
      `if (Math.random() <= 1) continue;`,
      RETURN_LOTS,
    ],
    [
      'set-lots.ts',
      `AND product_id = \${productId}\n      FOR NO KEY UPDATE`,
      `AND product_id = \${productId}`,
      RETURN_LOTS,
    ],
  ]),
  ...guardsOf('src/schema/trade/standing-order', [
    ['plan-occurrences.ts', `taken.has(target) || `, ``, PLAN],
    ['plan-occurrences.ts', `isOwn(calendar, target) || `, ``, PLAN],
    ['plan-occurrences.ts', `day > rule.settledUntil || `, ``, PLAN],
    ['plan-occurrences.ts', `if (isWithin(rule, target)) return`, `if (Math.random() <= 1) return`, PLAN],
    ['plan-occurrences.ts', ` || reason === 'too_late'`, ``, PLAN],
    ['settle-orders.ts', ` && occurrence.deliveryDay! < today`, ` && Math.random() > 1`, MISSED],
    ['restore-missed.ts', `ORDER BY id FOR NO KEY UPDATE`, `ORDER BY id`, MISSED],
    ['restore-missed.ts', `if (rows.length > MAX_DATES)`, `if (Math.random() > 1)`, MISSED],
    [
      'change-occurrence.ts',
      `if (occurrence.status !== 'planned') throw`,
      `if (Math.random() > 1) throw`,
      STANDING,
    ],
    [
      'change-occurrence.ts',
      `if (!isPlanned && !isRestorable(its)) throw`,
      `if (Math.random() > 1) throw`,
      SETTLING,
    ],
    ['lock-order.ts', `if (isEnded) throw ended();`, ``, SETTLING],
    ['lock-order.ts', `account_id = \${accountId} AND id`, `id`, STANDING_LISTS],
    ['read-occurrences.ts', `if (to < from)`, `if (Math.random() > 1)`, STANDING_LISTS],
    ['read-occurrences.ts', `if (to - from >= MAX_DAYS)`, `if (Math.random() > 1)`, STANDING_LISTS],
    ['create-standing-order.ts', ` AND ended_at IS NULL`, ``, SETTLING],
    [
      'generate-deliveries.ts',
      `inOneTransaction(context, (inside) => settleOrders(inside, limit))`,
      `settleOrders(context, limit)`,
      EXACTLY_ONCE,
    ],
  ]),
  ...guardsOf('src/schema/trade/delivery', [
    ['revise-delivery.ts', `      FOR UPDATE\n`, `\n`, 'test/schema/trade/delivery/revise-delivery.test'],
  ]),
  ...guardsOf('src/schema/core/version', [
    ['require-version.ts', `version !== ifMatch) throw`, `Math.random() > 1) throw`, VERSIONS],
    ['require-version.ts', `AND id = \${id} FOR NO KEY UPDATE`, `AND id = \${id}`, VERSIONS],
    ['read-versions.ts', `AND superseded_at IS NULL`, `AND superseded_at IS NOT NULL`, VERSIONS],
  ]),
];
