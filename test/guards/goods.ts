import { guardsOf } from './guard.ts';

const CONFIRM = 'receipt/confirm-receipt';
const SUBMIT = 'receipt/submit-receipt';
const DISPUTES = 'receipt/disputes';
const DRIVERS = 'receipt/driver-receipts';
const CONSTRAINTS = 'database/constraints';
const CHECKED_BY = 'receipt/checked-by';
const PHOTOS = 'receipt/photos';
const LINKS = 'pages/receipt';
const WITHDRAWAL = 'withdrawal/withdrawal';
const VERSIONS = 'core/version';
const GOODS = 'withdrawal/follow-goods';
const NOTICE_LINKS = 'pages/notice-link';
const SET_LOTS = 'lot/set-lots';
const STANDING = 'standing-order/standing-order.test';
const STANDING_LISTS = 'standing-order/list';
const MISSED = 'standing-order/restore-missed.test';
const SETTLING = 'standing-order/settling';
const PLAN = 'standing-order/plan-occurrences';
const EXACTLY_ONCE = 'standing-order/exactly-once';
const RETURN_LOTS = 'lot/return-lots';

/** The guards of goods: receipts, withdrawals, lots, and changes of two at once. */
export const GOODS_GUARDS = guardsOf({
  'closed-day/set-closed-days.ts': [
    [`await lockList(inside, branch);`, ``, 'closed-day/closed-days'],
    [`date <= coalesce(\${until}::date, 'infinity') AND `, ``, 'closed-day/closed-days'],
  ],
  'closed-day/own-list.ts': [
    [`if (found === 0) throw notFound('branch', 'branchId');`, ``, 'closed-day/closed-days'],
  ],
  'closed-day/read-ics.ts': [[`if (days.size > MAX_DAYS_IN_FILE)`, `if (false)`, 'closed-day/read-ics']],
  'closed-day/possible-days.ts': [
    [
      ` AND NOT \${isPastCutOff(context, Prisma.sql`,
      ` AND \${isPastCutOff(context, Prisma.sql`,
      'delivery/day-rules',
    ],
  ],
  'delivery/day-rules.ts': [
    [
      `if (sessionId !== undefined && (role === 'owner' || role === 'member')) return;`,
      `return;`,
      'delivery/day-rules',
    ],
    [` OR NOT account.refuses_closed_days)`, ` OR TRUE)`, 'delivery/day-rules'],
    [`AND NOT (account.refuses_late_orders AND \${isLate})`, ``, 'delivery/day-rules'],
  ],
  'delivery/revise-delivery.ts': [
    [`AND (\${accepted})`, ``, 'delivery/day-rules'],
    [`      FOR UPDATE\n`, `\n`, 'delivery/revise-delivery.test'],
  ],
  '20261120000000_init/migration.sql': [
    [` CHECK (recorded_by IN ('session', 'key', 'link'))`, ``, CONSTRAINTS],
    [` CHECK (jsonb_typeof(temperatures) = 'array')`, ``, CONSTRAINTS],
    [
      `REFERENCES receipts (account_id, delivery_id) ON DELETE CASCADE`,
      `REFERENCES receipts (account_id, delivery_id)`,
      DISPUTES,
    ],
    [`CHECK (delivered >= received)`, ``, CONSTRAINTS],
    [`receipt_disputes_line_key UNIQUE NULLS NOT DISTINCT`, `receipt_disputes_line_key UNIQUE`, CONSTRAINTS],
    [` CHECK (asked_at IS NULL OR question IS NOT NULL)`, ` CHECK (true)`, CONSTRAINTS],
    [` CHECK (answered_at IS NULL OR answer IS NOT NULL)`, ` CHECK (true)`, CONSTRAINTS],
    [` CHECK (state IN ('confirmed', 'disputed', 'asked', 'settled'))`, ``, CONSTRAINTS],
    [`FOR EACH ROW WHEN (NEW.recorded_by = 'link')`, `FOR EACH ROW WHEN (false)`, DISPUTES],
    [`AND id = NEW.delivery_id AND status = 'in_transit'`, `AND id = NEW.delivery_id`, DISPUTES],
    [` AND (question IS NULL OR answer IS NOT NULL)`, ``, DISPUTES],
    [`WHEN bool_or(dispute.status = 'open') THEN 'asked'`, ``, DISPUTES],
    [`WHEN bool_or(delivery.status = 'in_transit') THEN 'confirmed'`, ``, DISPUTES],
    [
      `AFTER INSERT ON receipt_disputes REFERENCING NEW TABLE AS after_change
  FOR EACH STATEMENT`,
      `AFTER INSERT ON receipt_disputes REFERENCING NEW TABLE AS after_change
  FOR EACH STATEMENT WHEN (false)`,
      DISPUTES,
    ],
    [
      `AFTER UPDATE ON receipt_disputes REFERENCING NEW TABLE AS after_change
  FOR EACH STATEMENT`,
      `AFTER UPDATE ON receipt_disputes REFERENCING NEW TABLE AS after_change
  FOR EACH STATEMENT WHEN (false)`,
      DISPUTES,
    ],
    [` AND state = 'confirmed';`, `;`, DISPUTES],
    [`WHEN (NEW.status = 'completed' AND`, `WHEN (false AND`, DISPUTES],
    [`checked_by = NEW.completed_by,`, `checked_by = NULL,`, CHECKED_BY],
    [`CASE WHEN NEW.completed_by IS NOT NULL THEN NEW.completed_at END`, `now()`, CHECKED_BY],
    [`THEN reached.settled_by END`, `THEN NULL END`, CHECKED_BY],
  ],
  'receipt/create-link.ts': [
    [` AND status <> 'cancelled'`, ``, LINKS],
    [`OFFSET \${MAX_RECEIPT_LINKS - 1})`, `OFFSET \${MAX_LINKS + 1_000})`, LINKS],
    [` FROM delivery WHERE expires_at > now()`, ` FROM delivery`, LINKS],
    [`FROM deliveries WHERE account_id = \${accountId} AND id`, `FROM deliveries WHERE id`, LINKS],
  ],
  'receipt/open-link.ts': [[` AND expires_at > now()`, ``, LINKS]],
  'receipt/revoke-links.ts': [[`if (!delivery) throw notFound('delivery');`, ``, LINKS]],
  'receipt/add-photo.ts': [
    [`if (!RETURNABLE.includes(delivery.status as never)) {`, `if (Math.random() > 1) {`, PHOTOS],
    [`if (delivery.photos >= MAX_UPLOADS) {`, `if (Math.random() > 1) {`, PHOTOS],
    [`if (!mediaType) throw`, `if (Math.random() > 1) throw`, PHOTOS],
    [`if (!delivery) throw notFound('delivery', 'delivery');`, `if (!delivery) return 1n;`, PHOTOS],
  ],
  'receipt/read-photo.ts': [
    [`WHERE account_id = \${accountOf(context)} AND id`, `WHERE \${accountOf(context)} > 0 AND id`, PHOTOS],
  ],
  'receipt/write-receipt.ts': [
    [` AND delivery_id = \${deliveryId} AND id = ANY`, ` AND id = ANY`, PHOTOS],
    [`WHEN 'confirmed' THEN 'settled'`, `WHEN '' THEN 'settled'`, CHECKED_BY],
  ],
  'receipt/confirm-receipt.ts': [
    [
      `if (lines && lines.length > 0 && !mayReturn) requireScope`,
      `if (Math.random() > 1) requireScope`,
      CONFIRM,
    ],
    [`if (mayDecide(context)) return false;`, ``, DRIVERS],
    [`temperatures.some((each)`, `temperatures.every((each)`, DRIVERS],
    [
      `await moveDelivery(inside, String(deliveryId), 'completed');
    // Completing a delivery settles its receipt, so this comes after it.
    if (await isToCheck(inside, shortfalls, receipt)) await waitForCheck(inside, deliveryId);`,
      `if (await isToCheck(inside, shortfalls, receipt)) await waitForCheck(inside, deliveryId);
    await moveDelivery(inside, String(deliveryId), 'completed');`,
      DRIVERS,
    ],
    [`at, by, keepsDisputes });`, `at, by });`, DRIVERS],
    [`if (keepsDisputes) await settleCovered(inside, deliveryId, at);`, ``, DRIVERS],
    [` AND state = 'settled'`, ``, DRIVERS],
  ],
  'receipt/submit-receipt.ts': [
    [`missingOf(receipt.lines ?? [], items).every(isKnown) &&`, ``, SUBMIT],
    [`if (!RETURNABLE.includes(status)) {`, `if (Math.random() > 1) {`, SUBMIT],
    [`if (before) return requireKnown(before, receipt, items);`, ``, SUBMIT],
    [`(receipt.temperatures ?? []).every(isMeasured) &&`, ``, SUBMIT],
    [`if (completes && status`, `if (status`, SUBMIT],
  ],
  'receipt/fields.ts': [[`measured > warmest[zone]`, `measured >= warmest[zone]`, DRIVERS]],
  'receipt/read-returned.ts': [[`AND each.reverses_id IS NULL AND each.reversed_by_id IS NULL`, ``, DRIVERS]],
  'receipt/settle-confirmed.ts': [
    [`AND state = 'confirmed'`, ``, DRIVERS],
    [`if (recordedBy === 'link') continue;`, ``, DRIVERS],
  ],
  'receipt/accept-receipts.ts': [
    [
      `WHERE account_id = \${accountId} AND id = ANY(\${ids}::bigint[])
    ORDER BY id FOR NO KEY UPDATE`,
      `WHERE account_id = \${accountId} AND id = ANY(\${ids}::bigint[])`,
      DRIVERS,
    ],
    [`WHERE delivery.account_id = \${accountId} AND delivery.id`, `WHERE delivery.id`, DRIVERS],
    [
      `rows.filter(({ state }) => state === 'confirmed')`,
      `rows.filter(({ state }) => state !== null)`,
      DRIVERS,
    ],
  ],
  'receipt/lock-delivery.ts': [
    [`AND id = \${id} FOR NO KEY UPDATE`, `AND id = \${id}`, CONFIRM, SUBMIT, 'receipt/scopes'],
    [`ORDER BY product_id FOR NO KEY UPDATE`, `ORDER BY product_id`, CONFIRM, 'receipt/races'],
  ],
  'receipt/received-at.ts': [
    [`if (at.getTime() >= now.getTime() + SKEW_MS)`, `if (Math.random() > 1)`, CONFIRM],
    [
      `if (inTransitAt && said.getTime() < inTransitAt.getTime() - SKEW_MS) {`,
      `if (inTransitAt && Math.random() > 1) {`,
      CONFIRM,
    ],
  ],
  'receipt/settle-open.ts': [
    [`if (shortfalls.length > 0) requireScope(context, 'returns:write');`, ``, 'receipt/scopes'],
    [` AND status = 'open'\n`, `\n`, SUBMIT],
    [`AND id = ANY(\${chosen}::bigint[])`, `AND \${chosen.length} > 0`, DISPUTES],
  ],
  'receipt/with-receipt.ts': [[`if (!receipt) {`, `if (Math.random() > 1) {`, 'trade/receipt']],
  'receipt/settle-disputes.ts': [
    [`if (status !== 'open' && status !== decision) {`, `if (Math.random() > 1) {`, DISPUTES],
    [`if (both >= 0) {`, `if (Math.random() > 1) {`, DISPUTES],
    [
      `if (isLast && delivery.status === 'in_transit') {`,
      `if (delivery.status === 'in_transit') {`,
      DISPUTES,
    ],
  ],
  'receipt/ask-about-dispute.ts': [
    [`if (!(await hasValidLink(inside, deliveryId))) {`, `if (Math.random() > 1) {`, DISPUTES],
    [` AND expires_at > now() AND`, ` AND`, DISPUTES],
    [`if (refusal) throw refusal;`, ``, DISPUTES],
    [`id: dispute }, deliveryId },`, `id: dispute } },`, DISPUTES],
  ],
  'receipt/answer-question.ts': [
    [`accountId, id }, deliveryId },`, `accountId, id } },`, DISPUTES],
    [`if (dispute.answer !== null) throw`, `if (Math.random() > 1) throw`, DISPUTES],
    [`if (dispute.status !== 'open' || dispute.question === null) {`, `if (Math.random() > 1) {`, DISPUTES],
  ],
  'receipt/count-to-check.ts': [[`LIMIT \${MAX_COUNTED}`, `LIMIT \${MAX_COUNTED * 1_000}`, DISPUTES]],
  'receipt/shortfalls.ts': [
    [`if (first) throw new AppError(first, ...others);`, ``, CONFIRM],
    [` && confirmed !== received`, ` && confirmed == null`, CONFIRM, SUBMIT],
  ],
  'receipt/notice-page.ts': [
    [`noticeIdOf(each) === form.get(NOTICE_FIELD.notice)`, `noticeIdOf(each) !== 'none'`, NOTICE_LINKS],
  ],
  'receipt/routes.ts': [
    [`countPages(MAX_PER_ADDRESS), `, ``, LINKS],
    [`, countTokens(MAX_PER_TOKEN)]`, `]`, LINKS],
  ],
  'receipt/photos.ts': [
    [`if (counted instanceof AppError) throw counted;`, ``, 'receipt/scopes'],
    [`requireScope('deliveries:read')`, `requireScope('deliveries:read', 'returns:write')`, PHOTOS],
  ],
  'withdrawal/acknowledge-notice.ts': [
    [`confirmed === said) return;`, `confirmed != null) return;`, 'withdrawal/follow-goods'],
    [`if (isCounted && `, `if (Math.random() > 1 && `, GOODS],
  ],
  'withdrawal/progress.ts': [[`Math.min(found ?? 0, quantity)`, `found ?? 0`, 'withdrawal/follow-goods']],
  'withdrawal/create-withdrawal.ts': [
    [`FROM products WHERE account_id = \${accountId} AND id`, `FROM products WHERE id`, WITHDRAWAL],
  ],
  'withdrawal/close-withdrawal.ts': [
    [`if (held.closedAt) throw`, `if (Math.random() > 1) throw`, WITHDRAWAL],
    [`if (!held) throw notFound('withdrawal');`, `if (!held) return record;`, WITHDRAWAL],
    [`\n      FOR NO KEY UPDATE\``, `\``, 'withdrawal/races'],
  ],
  'withdrawal/change-notice.ts': [
    [`if (withdrawal.closedAt) throw`, `if (Math.random() > 1) throw`, WITHDRAWAL],
    [` FOR NO KEY UPDATE\``, `\``, 'withdrawal/races'],
    [`if (!before) throw notFound('notice');`, `if (!before) return {} as never;`, WITHDRAWAL],
  ],
  'withdrawal/tell-notice.ts': [
    [`if (at.getTime() - now.getTime() > SKEW_MS)`, `if (Math.random() > 1)`, GOODS],
  ],
  'withdrawal/open-notice-link.ts': [[` AND expires_at > now()`, ``, NOTICE_LINKS]],
  'withdrawal/store-notice-link.ts': [
    [`< \${MAX_NOTICE_LINKS_A_DAY}\n`, `< \${MAX_A_DAY + 1_000}\n`, NOTICE_LINKS],
  ],
  'withdrawal/create-notice-link.ts': [
    [`if (told.closedAt) throw`, `if (Math.random() > 1) throw`, NOTICE_LINKS],
    [`if (mail && !mailer)\n    throw`, `if (Math.random() > 1)\n    throw`, NOTICE_LINKS],
  ],
  'mail/mailer.ts': [
    [`if (retryAfter !== null) throw`, `if (Math.random() > 1) throw`, 'mail/mailer'],
    [`await giveBack();`, ``, 'mail/mailer'],
  ],
  'lot/set-lots.ts': [
    [`if (!delivery) throw`, `if (!delivery) return deliveryId; if (Math.random() > 1) throw`, SET_LOTS],
    [`if (!line)\n      throw`, `if (!line) return deliveryId; if (Math.random() > 1) throw`, SET_LOTS],
    [`if (excess) throw`, `if (Math.random() > 1) throw`, SET_LOTS],
    [`requireStatus(delivery.status, reason !== undefined);`, ``, SET_LOTS],
    [`if (!required || sum >= required.quantity) return;`, `if (!required || sum >= 0) return;`, SET_LOTS],
    [`if (quantity < back) {`, `if (Math.random() > 1) {`, RETURN_LOTS],
    [
      `if (lots.some((each) => each.lot === lot)) continue;`,
      `if (Math.random() <= 1) continue;`,
      RETURN_LOTS,
    ],
    [
      `AND product_id = \${productId}\n      FOR NO KEY UPDATE`,
      `AND product_id = \${productId}`,
      RETURN_LOTS,
    ],
  ],
  'standing-order/plan-occurrences.ts': [
    [`taken.has(target) || `, ``, PLAN],
    [`isOwn(calendar, target) || `, ``, PLAN],
    [`day > rule.settledUntil || `, ``, PLAN],
    [`if (isWithin(rule, target)) return`, `if (Math.random() <= 1) return`, PLAN],
    [` || reason === 'too_late'`, ``, PLAN],
  ],
  'standing-order/settle-orders.ts': [
    [` && occurrence.deliveryDay! < today`, ` && Math.random() > 1`, MISSED],
  ],
  'standing-order/restore-missed.ts': [
    [`ORDER BY id FOR NO KEY UPDATE`, `ORDER BY id`, MISSED],
    [`if (rows.length > MAX_RESTORED_DATES)`, `if (Math.random() > 1)`, MISSED],
  ],
  'standing-order/change-occurrence.ts': [
    [`if (occurrence.status !== 'planned') throw`, `if (Math.random() > 1) throw`, STANDING],
    [`if (!isPlanned && !isRestorable(its)) throw`, `if (Math.random() > 1) throw`, SETTLING],
  ],
  'standing-order/lock-order.ts': [
    [`if (isEnded) throw ended();`, ``, SETTLING],
    [`account_id = \${accountId} AND id`, `id`, STANDING_LISTS],
  ],
  'standing-order/read-occurrences.ts': [
    [`if (to < from)`, `if (Math.random() > 1)`, STANDING_LISTS],
    [`if (to - from >= MAX_WINDOW_DAYS)`, `if (Math.random() > 1)`, STANDING_LISTS],
  ],
  'standing-order/create-standing-order.ts': [[` AND ended_at IS NULL`, ``, SETTLING]],
  'standing-order/generate-deliveries.ts': [
    [
      `inOneTransaction(context, (inside) => settleOrders(inside, limit))`,
      `settleOrders(context, limit)`,
      EXACTLY_ONCE,
    ],
  ],
  'version/require-version.ts': [
    [`version !== ifMatch) throw`, `Math.random() > 1) throw`, VERSIONS],
    [`AND id = \${id} FOR NO KEY UPDATE`, `AND id = \${id}`, VERSIONS],
  ],
  'version/read-versions.ts': [[`AND superseded_at IS NULL`, `AND superseded_at IS NOT NULL`, VERSIONS]],
});
