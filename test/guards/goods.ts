/**
 * Names of the guards of goods (receipts, withdrawals, lots, and changes of two at once),
 * by the tests that must fail without them.
 */
export const GOODS_GUARDS = {
  'pages/notice-link': 'notice-link-expiry',
  'pages/receipt': 'receipt-link-expiry',
};
