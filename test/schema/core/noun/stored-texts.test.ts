import { expect, it } from 'vitest';
import { TEXT_TABLES } from '../../../../src/schema/core/noun/stored-texts.ts';
import { useService } from '../../../support/service/service.ts';
import { listOf } from '../../../support/text/list-of.ts';

const service = useService();

/** Columns whose texts have no form, by the reason. Columns of which a check lists the values need none. */
const LEFT_OUT: Record<string, string> = {
  'an e-mail address of a person, which has a rule of its own':
    'accounts.email  people.email  invitations.email',
  'a name of the service itself': `
    accounts.public_holidays  accounts.time_zone  alerts.type  alert_settings.muted  alerts.subject  audit_counts.action  audit_counts.actor
    audit_entries.action  audit_entries.system_name  events.type  occurrences.problem  products.sequential_id  rate_limits.key  request_failures.code
    request_failures.endpoint  webhook_messages.webhook_id  webhook_subscriptions.past_events`,
  'who it was then, as they were called':
    'audit_entries.key_name  audit_entries.person_name  audit_entries.address  container_adjustments.adjusted_by  deliveries.cancelled_by  deliveries.completed_by  deliveries.created_by  deliveries.in_transit_by  delivery_changes.changed_by  price_agreements.changed_by  price_changes.changed_by  receipts.checked_by  receipts.recorder_name  receipt_disputes.asked_by  receipt_disputes.settled_by  returns.created_by',
  'a secret, or a hash': `
    alert_settings.secret  api_keys.last_four  people.password_hash  second_factors.recovery_codes
    second_factors.secret  webhook_earlier_secrets.secret  webhook_subscriptions.previous_secret
    webhook_subscriptions.secret`,
  'an address on the web': 'alert_settings.url  webhook_subscriptions.url',
  'an event or a mail that is written already': 'alerts.body  events.body  events.traceparent',
  'an answer of a receiver': `
    alerts.error  webhook_attempts.error  webhook_attempts.response_excerpt  webhook_subscriptions.deactivation_error`,
  'an idempotency key and its response':
    'idempotency_keys.body  idempotency_keys.key  idempotency_keys.only_for',
  'about a file, which stays as it came': `
    import_mappings.fields  import_mappings.header_key  imports.choices  imports.columns
    imports.error  imports.file_name  imports.header_key  imports.preview  imports.problem
    imports.problems  imports.refusals`,
  'the request log': `
    requests.address  requests.body  requests.code  requests.endpoint  requests.field  requests.idempotency_key_hash
    requests.message  requests.method  requests.operation  requests.path  requests.person_name  requests.problem
    requests.query  requests.request_id  requests.user_agent
    sessions.user_agent`,
  'a copy of other texts, to search in':
    'branches.words  deliveries.words  products.words  supermarkets.words',
  'a drawing, or the digest of one': 'receipts.signature  logos.digest',
  'a sentence of the service': 'withdrawal_notices.closed_reason',
  'for an alert, and deleted after it': 'withdrawn_dispatches.lot',
};

it('has each column with texts that callers give, and says why the others are left out', async () => {
  const { rows } = await service.database.pool.query<{ name: string }>(`
    SELECT relname || '.' || attname AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND NOT relispartition
      AND relname <> '_prisma_migrations' AND attnum > 0 AND NOT attisdropped
      AND format_type(atttypid, NULL) ~ '^(text|character|name|citext)'
      AND NOT EXISTS (
        SELECT FROM pg_constraint
        WHERE conrelid = pg_class.oid AND contype = 'c' AND conkey = ARRAY[attnum]
          AND pg_get_constraintdef(pg_constraint.oid) ~ '(= ANY \\(|<@ )ARRAY|~ ''\\^')
    ORDER BY 1`);
  const formed = TEXT_TABLES.flatMap(({ name, columns }) =>
    Object.keys(columns).map((column) => `${name}.${column}`),
  );
  const leftOut = Object.values(LEFT_OUT).flatMap(listOf);
  const named = [...formed, ...leftOut];
  expect(new Set(named).size).toBe(named.length);
  expect(rows.map(({ name }) => name)).toEqual(named.toSorted());
});
