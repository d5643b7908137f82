/**
 * Names of the guards of requests (which are served, and what is sent to others),
 * by the tests that must fail without them.
 */
export const REQUEST_GUARDS = {
  'alert/alert-words': `
    product-mail-words key-mail-words response-mail-words disputed-mail-words to-check-mail-words error-mail-words`,
  'alert/due-alerts': 'alerts-of-account alert-turns',
  'alert/scopes': `
    alert-scope disputed-alert-scope to-check-alert-scope key-alert-scopes failing-alert-scope
    import-alert-kind listed-alert-scopes counted-alert-scopes alert-url-before alert-muted-before`,
  'audit/limits': 'audit-entry-count audit-key-counter pruned-audit-others',
  'audit/names-then': 'audited-states-lock',
  'closed-day/closed-days': 'same-fields',
  'core/errors': 'retry-after',
  'database/direct': 'related-decimals',
  'database/gone': 'record-gone',
  'database/prepared-statements': 'replaced-connection prepared-count',
  'graphql/cost-limits': 'query-bounds',
  'graphql/idempotency': 'idempotency-key-form',
  'graphql/idempotency-conflict': 'mutation-conflict conflicting-writes',
  'http/admission': 'waited-count',
  'http/cors': 'allowed-origins',
  'http/count-key': 'counted-room excess-count expired-key-count',
  'http/host': 'one-host host-form missing-host',
  'http/known-usage': 'ended-window',
  'http/own-page': 'loopback-host fetch-site',
  'http/request-id': 'masked-request-id masked-path',
  'http/session-cookies': 'authorization-first http-only-cookie same-site-cookie secure-cookie host-cookie',
  'http/session-csrf': 'own-page authorization-first fetch-site',
  'http/shown-person': 'shown-person',
  'http/track-large-responses': 'unsent-bytes large-responses-rest large-response',
  'jobs/alert-limits': 'test-alert-limit alert-limit muted-alerts limited-alert-mail',
  'jobs/alerts': 'confirmed-to-check alert-recipient',
  'jobs/prune-expired': 'expired-sessions',
  'jobs/slots': 'running-job',
  'limits/addresses': 'bracketed-address address-without-port',
  'limits/limiter': 'refused-count unknown-sender unknown-sender-limit',
  'limits/postgres-windows': 'charged-room',
  'list/selections': 'recursive-fragment',
  'receipt/mail-link': 'mails-beside-changes',
  'receipt/photos': 'either-scope',
  'receipt/slow-mail': 'mailing-once crashed-claim running-claim',
  'request/masked-body': `
    masked-text-keys masked-parameter storable-nul masked-link secret-name secret-variable body-depth
    unread-variables cut-secret noted-secret body-bytes cut-body-message cut-off-secret`,
  'request/reasons': 'masked-values values-bytes',
  'request/request-log': 'masked-field',
  'rest/conditional': 'changed-resource',
  'rest/idempotency': 'idempotency-key-form',
  'rest/scopes': 'several-scopes',
  'secrets/reseal-secrets': 'sealed-alerts current-seal',
  'session/limits': 'refused-change authorization-first person-allowance change-limit session-cache',
  'standing-order/settling': 'unreported-failure settling-orders found-problem',
  'test/executor': `
    counted-objects counted-values counted-characters counted-texts result-bounds introspection`,
  'test/pothos': 'counted-root-value permission-of-argument',
  'test/problems-of-interfaces': `
    rule-problem syntax-problem batch-fields batch-wording violation-problem renamed-values sent-wording`,
  'webhook/claim-messages': 'end-of-pause',
};
