/**
 * Names of the guards of requests (which are served, and what is sent to others),
 * by the tests that must fail without them.
 */
export const REQUEST_GUARDS = {
  'alert/due-alerts': 'alerts-of-account alert-turns',
  'standing-order/settling': 'settling-orders',
};
