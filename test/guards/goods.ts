/**
 * Names of the guards of goods (receipts, withdrawals, lots, and changes of two at once),
 * by the tests that must fail without them.
 */
export const GOODS_GUARDS = {
  'closed-day/closed-days': 'closed-days-lock closed-days-until closed-days-branch',
  'closed-day/read-ics': 'calendar-days-count',
  'core/version': 'matching-version version-lock lots-of-version',
  'container/balances': 'adjusted-in-future',
  'container/races': 'containers-delivery-lock',
  'container/set-containers': `
    containers-of-cancelled container-type-account archived-container-type
    containers-of-dispatched containers-of-version`,
  'database/constraints': `
    recorder-kinds temperatures-array delivered-quantity dispute-of-line question-time answer-time
    receipt-states`,
  'delivery/day-rules': 'possible-day-cut-off override-permission open-day late-order revised-day-rules',
  'delivery/agreed-prices': 'revised-price-line',
  'delivery/revise-delivery.test': 'revised-delivery-lock',
  'lot/return-lots': 'returned-lot-quantity returned-lot lots-line-lock',
  'lot/set-lots': 'lots-delivery lots-line lots-excess lots-status required-lots',
  'mail/mailer': 'mail-limit failed-mail',
  'pages/notice-link': 'notice-link-expiry notice-links-a-day notice-link-of-closed notice-mail-server',
  'pages/receipt': `
    link-of-cancelled receipt-link-count link-of-old-delivery link-account receipt-link-expiry
    revoked-links-delivery pages-per-address pages-per-token`,
  'price-agreement/set-price-agreements': 'agreements-lock',
  'receipt/checked-by': 'completing-checker completing-check-time settling-checker replaced-confirmed',
  'receipt/confirm-receipt': `
    confirming-scope receipt-delivery-lock receipt-lines-lock received-in-future received-before-dispatch
    shortfall-faults confirmed-excess`,
  'receipt/disputes': `
    disputes-of-receipt state-of-new-receipt receipt-in-transit answered-question asked-state
    confirmed-state state-of-new-dispute state-of-changed-dispute completed-confirmed-receipt
    receipt-of-completed chosen-disputes settled-dispute accepted-and-declined last-dispute question-link
    question-link-expiry question-refusal question-delivery answer-delivery answered-twice open-question
    counted-to-check`,
  'receipt/driver-receipts': `
    deciding-person warm-goods wait-for-check kept-disputes covered-disputes settled-to-check late-receipt warmest
    returned-shown settled-confirmed checked-by-link accepting-lock accepted-account accepted-waiting`,
  'receipt/photos': `
    photo-status photo-count photo-type photo-delivery read-photo-account attached-photo-delivery
    photo-scope`,
  'receipt/races': 'receipt-lines-lock',
  'receipt/scopes': 'receipt-delivery-lock accepting-scope photo-changes-count',
  'receipt/submit-receipt': `
    repeated-shortfalls submitted-status repeated-receipt repeated-temperatures completing-link
    receipt-delivery-lock settled-open confirmed-excess`,
  'standing-order/list': 'order-account window-order window-days',
  'standing-order/plan-occurrences': 'taken-day own-date unsettled-date day-within missed-delivery',
  'standing-order/restore-missed.test': 'passed-occurrence missed-orders-lock restored-dates-count',
  'standing-order/settling': 'restorable-occurrence ended-order live-orders-count',
  'standing-order/standing-order.test': 'planned-occurrence',
  'tour/bounds': `
    tours-of-day stops-of-day tour-templates-lock tour-template-count driver-account driver-lock
    stops-delivery-lock filling-delivery-lock pattern-driver-lock pattern-template-lock
    planned-template-lock revised-free-delivery`,
  'tour/drivers': `
    driving-role former-driver former-driver-stops former-stop-hours seen-stop own-stop own-tours tours-seen`,
  'tour/tours': 'tour-day-lock cancelled-stop',
  'trade/receipt': 'missing-receipt',
  'withdrawal/follow-goods': 'found-excess destroyed-of-found notice-in-future',
  'withdrawal/races': 'closing-lock notice-lock',
  'withdrawal/withdrawal': `
    withdrawn-product-account closed-withdrawal closing-withdrawal notice-of-closed changed-notice`,
};
