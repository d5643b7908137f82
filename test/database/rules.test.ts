import { globSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tables } from '../../src/generated/tables.ts';
import { ACCOUNT_FIELDS } from '../../src/schema/people/account/fields.ts';
import { PLANS } from '../../src/schema/core/caller/plans.ts';
import { ALERT_STATUSES } from '../../src/schema/exchange/alert/types.ts';
import { API_KEY_FIELDS } from '../../src/schema/people/api-key/fields.ts';
import { SCOPES } from '../../src/schema/core/caller/scopes.ts';
import { CLOSED_DAY_FIELDS } from '../../src/schema/catalogue/closed-day/fields.ts';
import {
  CONTAINER_ADJUSTMENT_FIELDS,
  CONTAINER_ROW_FIELDS,
  CONTAINER_TYPE_FIELDS,
} from '../../src/schema/trade/container/fields.ts';
import { PRICE_AGREEMENT_FIELDS } from '../../src/schema/catalogue/price-agreement/fields.ts';
import { LINE_FIELDS } from '../../src/schema/trade/delivery/fields.ts';
import { EVENT_TYPES } from '../../src/schema/core/event/events.ts';
import { type Field, type Fields, isNullable, ruleOf } from '../../src/schema/core/noun/fields.ts';
import { CHOICE_RULES, fileNameRule } from '../../src/schema/exchange/import/columns/import-choices.ts';
import { IMPORT_KINDS } from '../../src/schema/core/caller/import-kinds.ts';
import { IMPORT_STATUSES } from '../../src/schema/exchange/import/run/import-statuses.ts';
import { ID } from '../../src/schema/core/noun/kinds.ts';
import { LOT_FIELDS } from '../../src/schema/trade/lot/fields.ts';
import { CorrectLots } from '../../src/schema/trade/lot/set-lots.ts';
import { snakeOf } from '../../src/schema/core/noun/names.ts';
import { NOUNS } from '../../src/schema/core/nouns.ts';
import { ChangeName } from '../../src/schema/people/person/change-role.ts';
import { InvitePerson } from '../../src/schema/people/person/invite-person.ts';
import { ROLES } from '../../src/schema/core/caller/roles.ts';
import {
  RECEIPT_LINE_FIELDS,
  ReceiptInput,
  RECEIPT_SOURCE,
  STATE,
  TEMPERATURE_FIELDS,
} from '../../src/schema/trade/receipt/fields.ts';
import { AnswerQuestion } from '../../src/schema/trade/receipt/answer-question.ts';
import { AskAboutDispute } from '../../src/schema/trade/receipt/ask-about-dispute.ts';
import { REQUEST_FIELDS } from '../../src/schema/insight/request/fields.ts';
import { REVERSAL_FIELDS } from '../../src/schema/trade/return/fields.ts';
import { calendarDate, FIRST_DATE, LAST_DATE, price } from '../../src/schema/core/noun/rules.ts';
import { SUPERMARKET_CHANGES } from '../../src/schema/catalogue/supermarket/fields.ts';
import {
  OCCURRENCE_LINE_FIELDS,
  OCCURRENCE_STATUS,
  STANDING_ORDER_LINE_FIELDS,
} from '../../src/schema/trade/standing-order/fields.ts';
import { TOUR_FIELDS, TOUR_TEMPLATE_FIELDS } from '../../src/schema/trade/tour/fields.ts';
import { SAVED_VIEW_FIELDS } from '../../src/schema/people/saved-view/fields.ts';
import { TARGET_FIELDS } from '../../src/schema/catalogue/supermarket/targets.ts';
import { MAX_URL } from '../../src/schema/exchange/limits.ts';
import { callbackUrl } from '../../src/schema/exchange/webhook/callback-url.ts';
import { ATTEMPT_FIELDS, MESSAGE_FIELDS } from '../../src/schema/exchange/webhook/fields.ts';
import { MAX_LOGO_KIB, MAX_LOGO_PIXELS } from '../../src/schema/people/limits.ts';
import { MAX_WITHDRAWN_LOTS } from '../../src/schema/trace/limits.ts';
import {
  AcknowledgeNotice,
  CloseWithdrawal,
  CreateWithdrawal,
  KIND,
  SENT_BY,
  TellNotice,
} from '../../src/schema/trace/withdrawal/fields.ts';
import { MAX_PHOTO_KIB, MAX_SIGNATURE_KIB } from '../../src/schema/trade/limits.ts';
import { MAX_FILE_BYTES } from '../../src/spreadsheet/limits.ts';
import { changeRow } from './change-row.ts';
import { ROOT } from '../support/process/process.ts';
import { createFullAccount } from '../support/records/full-account.ts';
import { useService } from '../support/service/service.ts';

/**
 * A check of the database that is narrower than the rule of its field turns valid input into an internal
 * error; a wider one guards nothing. Every field is tried at the limits of its rule and beyond them.
 */

const DECLARED: Record<string, Fields> = Object.assign(
  { WEBHOOK_MESSAGE_FIELDS: MESSAGE_FIELDS },
  ...(await Promise.all(
    globSync('src/schema/*/*/fields.ts', { cwd: ROOT }).map(
      (file) => import(/* @vite-ignore */ join(ROOT, file)),
    ),
  )),
);

/** A noun's fields have its name: those of a `StandingOrder` are `STANDING_ORDER_FIELDS`. */
function fieldsOf(noun: string): Fields {
  const fields = DECLARED[`${snakeOf(noun).slice(1).toUpperCase()}_FIELDS`];
  if (!fields) throw new Error(`${noun} has no fields`);
  return fields;
}

/** The fields that are columns of a table. */
const TABLES: [table: string, fields: Fields][] = [
  ...Object.entries(NOUNS).map(([noun, { model }]): [string, Fields] => [
    tables[model]!.name,
    fieldsOf(noun),
  ]),
  ['accounts', ACCOUNT_FIELDS],
  ['container_adjustments', CONTAINER_ADJUSTMENT_FIELDS],
  ['container_types', CONTAINER_TYPE_FIELDS],
  ['delivery_items', LINE_FIELDS],
  ['delivery_item_lots', LOT_FIELDS],
  ['requests', REQUEST_FIELDS],
  ['saved_views', SAVED_VIEW_FIELDS],
  ['standing_order_lines', STANDING_ORDER_LINE_FIELDS],
  ['tour_templates', TOUR_TEMPLATE_FIELDS],
  ['tours', TOUR_FIELDS],
  ['webhook_attempts', ATTEMPT_FIELDS],
];

/** Fields of inputs that are stored under other names, or within a column. */
const ELSEWHERE: Fields[] = [
  // Its scopes are no empty list, and come from the scopes, which this test cannot derive from their rule.
  API_KEY_FIELDS,
  CLOSED_DAY_FIELDS,
  CONTAINER_ROW_FIELDS,
  OCCURRENCE_LINE_FIELDS,
  // Its price is null to remove it.
  PRICE_AGREEMENT_FIELDS,
  RECEIPT_LINE_FIELDS,
  REVERSAL_FIELDS,
  SUPERMARKET_CHANGES,
  TARGET_FIELDS,
  TEMPERATURE_FIELDS,
];

/** Columns that a rule outside a table of fields fills. */
const OTHERS: [column: string, rule: z.ZodType][] = [
  ['api_keys.name', ruleOf(API_KEY_FIELDS.name)],
  ['closed_days.date', ruleOf(CLOSED_DAY_FIELDS.date)],
  ['closed_days.reason', ruleOf(CLOSED_DAY_FIELDS.reason)],
  ['delivery_containers.quantity_back', CONTAINER_ROW_FIELDS.back.rule],
  ['delivery_containers.quantity_out', CONTAINER_ROW_FIELDS.out.rule],
  ['delivery_item_lots.reason', CorrectLots.shape.reason],
  ['imports.file_name', fileNameRule],
  ['invitations.name', InvitePerson.shape.name],
  ['lot_corrections.reason', CorrectLots.shape.reason],
  ['people.name', ChangeName.shape.name],
  ['price_agreements.price', price],
  ['price_agreements.valid_from', calendarDate],
  ['price_agreements.valid_to', calendarDate],
  ['receipt_disputes.answer', AnswerQuestion.shape.answer],
  ['receipt_disputes.question', AskAboutDispute.shape.question],
  ['receipt_disputes.lot', RECEIPT_LINE_FIELDS.lot.rule],
  ['receipt_disputes.reason', RECEIPT_LINE_FIELDS.reason.rule],
  ['receipts.received_by', ReceiptInput.shape.receivedBy],
  ['supermarkets.fill_rate_target', TARGET_FIELDS.fillRate.rule],
  ['supermarkets.on_time_target', TARGET_FIELDS.onTime.rule],
  ['withdrawal_notices.acknowledged_by', AcknowledgeNotice.shape.acknowledgedBy],
  ['withdrawal_notices.quantity_destroyed', AcknowledgeNotice.shape.destroyed],
  ['withdrawal_notices.quantity_found', AcknowledgeNotice.shape.found],
  ['withdrawal_notices.quantity_held', AcknowledgeNotice.shape.held],
  ['withdrawal_notices.told_by', TellNotice.shape.by],
  ['withdrawals.best_before_from', calendarDate],
  ['withdrawals.best_before_to', calendarDate],
  ['withdrawals.closed_reason', CloseWithdrawal.shape.reason],
  ['withdrawals.instruction', CreateWithdrawal.shape.instruction],
  ['withdrawals.reason', CreateWithdrawal.shape.reason],
];

/** The assignment to another column that each column needs, because a check is about both. */
const BESIDE: Record<string, string> = {
  'delivery_containers.quantity_back': 'quantity_out = 1',
  'delivery_containers.quantity_out': 'quantity_back = 1',
  'delivery_item_lots.reason': 'superseded_at = now()',
  'delivery_item_lots.use_by': 'best_before = NULL',
  'price_agreements.valid_from': 'valid_to = NULL',
  'price_agreements.valid_to': `valid_from = '${FIRST_DATE}'`,
  'standing_orders.ends_on': `starts_on = '${FIRST_DATE}'`,
  'standing_orders.paused_from': 'paused_until = NULL',
  'standing_orders.paused_until': `paused_from = '${FIRST_DATE}'`,
  'standing_orders.starts_on': 'ends_on = NULL',
  'withdrawal_notices.acknowledged_by': 'acknowledged_at = now()',
  'withdrawals.best_before_from': `lots = '{}'`,
  'withdrawals.best_before_to': `lots = '{}'`,
  'withdrawals.closed_reason': 'closed_at = now()',
};

/** Texts with a syntax of their own, by the names of fields. */
const EXAMPLES: Record<string, [valid: string[], invalid: string[]]> = {
  caseGtin: [
    ['40170725', '036000291452', '4006381333931', '14006381333938'],
    ['1', '123456789'],
  ],
  contactEmail: [['a@b.example', `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.example`], ['']],
  country: [['DE'], ['de', 'DEU', '']],
  currency: [['EUR'], ['eur', 'EURO', '']],
  deliveryWindow: [
    ['00:00-23:59', '22:00-02:00'],
    ['10:00-10:00', '24:00-01:00', '9:00-10:00', ''],
  ],
  fileName: [['n'.repeat(200)], ['n'.repeat(201)]],
  generateAt: [
    ['00:00', '23:59'],
    ['24:00', '6:00', ''],
  ],
  gln: [['4012345000009'], ['401234500000', '']],
  gtin: [
    ['40170725', '036000291452', '4006381333931', '14006381333938'],
    ['1', '123456789'],
  ],
  publicHolidays: [['DE', 'DE-BY', 'X'.repeat(40)], ['X'.repeat(41)]],
  startsAt: [
    ['00:00', '23:59'],
    ['24:00', '6:00', ''],
  ],
  timeZone: [Intl.supportedValuesOf('timeZone'), ['', 'Z'.repeat(100)]],
  url: [[urlOf(MAX_URL)], [urlOf(MAX_URL + 1), '']],
};

/** The rule of a URL depends on the settings of the service. */
const RULES: Record<string, z.ZodType> = { url: callbackUrl(false) };

/** Fields of records that are not stored as they are shown, or stored by older versions without a value. */
const OTHERWISE_NULL: Record<string, string> = {
  'container_adjustments.date': 'null stands for today, which is stored',
  'accounts.time_zone': 'null stands for UTC, which is stored',
};

/** Columns with a check that no rule of an input fills, by what fills them. */
const OURS: Record<string, string[]> = {
  hashes: [
    'api_key_earlier_secrets.secret_hash',
    'api_keys.previous_secret_hash',
    'api_keys.secret_hash',
    'import_mappings.header_key',
    'imports.sha256',
    'invitations.token_hash',
    'known_devices.token_hash',
    'notice_links.token_hash',
    'password_resets.token_hash',
    'receipt_links.token_hash',
    'sessions.token_hash',
  ],
  'counts and sums': [
    'audit_counts.times',
    'deliveries.total_quantity',
    'deliveries.total_value',
    'deliveries.total_weight',
    'delivery_items.position',
    'tour_stops.place',
    'tour_template_branches.place',
    'imports.attempts',
    'imports.created',
    'imports.refused',
    'imports.rows',
    'imports.total',
    'imports.unchanged',
    'imports.updated',
    'product_sequences.last_number',
    'products.sequence_number',
    'receipt_disputes.received',
    'request_counts.failed',
    'request_counts.refused',
    'request_counts.requests',
    'request_failures.requests',
    'requests.duration_ms',
    'second_factors.recovery_codes',
    'supermarket_counts.branches',
    'supermarket_counts.supermarkets',
    'webhook_attempts.duration_ms',
    'webhook_messages.failures',
    'webhook_subscriptions.consecutive_failures',
    'withdrawal_notices.closed_quantity',
    'withdrawal_notices.quantity',
  ],
  'copies of a field that is compared': [
    'delivery_items.unit_price',
    'delivery_items.weight',
    'lot_corrections.corrected_by',
    'withdrawn_dispatches.lot',
  ],
  'words of the service, and what it cuts to a length': [
    'api_keys.last_four',
    'audit_counts.action',
    'audit_counts.actor',
    'audit_entries.action',
    'audit_entries.actor',
    'audit_entries.address',
    'audit_entries.details',
    'delivery_changes.fields',
    'events.traceparent',
    'import_mappings.fields',
    'logos.media_type',
    'lot_corrections.lots_after',
    'lot_corrections.lots_before',
    'occurrences.reason',
    'receipt_disputes.status',
    'receipt_photos.media_type',
    'receipts.temperatures',
    'request_counts.hour',
    'request_failures.code',
    'request_failures.endpoint',
    'request_failures.status',
    'service_settings.is_only',
    'sessions.user_agent',
    'withdrawal_notices.closed_reason',
  ],
  'closed days and cut-offs, whose rules are of several columns': [
    'closed_days.source',
    'supermarkets.cut_off_days_before',
    'supermarkets.cut_off_time',
  ],
  'addresses in lower case, and headers, which have tests of their own': [
    'accounts.email',
    'idempotency_keys.key',
    'invitations.email',
    'people.email',
  ],
};

/** The longest choices of an import. As JSON, a character can take six. */
const CHOICES = JSON.stringify(
  Object.fromEntries(
    Object.entries(CHOICE_RULES).map(([name, rule]) => [
      name,
      '\v'.repeat(rule instanceof z.ZodString ? (rule.maxLength ?? 10) : 10),
    ]),
  ),
);

/** Columns of lists and files, with SQL for values at their limits and beyond. */
const SIZES: Compared[] = [
  sized('api_keys.scopes', [arrayOf(SCOPES)], ["'{}'", arrayOf(['unknown'])]),
  sized('imports.choices', [quoted(CHOICES)], [`repeat('x', 65537)`]),
  sized('imports.file', [bytes(1), bytes(MAX_FILE_BYTES)], [bytes(0), bytes(MAX_FILE_BYTES + 1)]),
  sized(
    'logos.content',
    [bytes(1), bytes(MAX_LOGO_KIB * 1_024)],
    [bytes(0), bytes(MAX_LOGO_KIB * 1_024 + 1)],
  ),
  sized('logos.height', ['1', String(MAX_LOGO_PIXELS)], ['0', String(MAX_LOGO_PIXELS + 1)]),
  sized('logos.width', ['1', String(MAX_LOGO_PIXELS)], ['0', String(MAX_LOGO_PIXELS + 1)]),
  sized(
    'receipt_photos.content',
    [bytes(1), bytes(MAX_PHOTO_KIB * 1_024)],
    [bytes(0), bytes(MAX_PHOTO_KIB * 1_024 + 1)],
  ),
  sized(
    'receipts.signature',
    [`repeat('M', ${MAX_SIGNATURE_KIB * 1_024})`],
    [`repeat('M', ${MAX_SIGNATURE_KIB * 1_024 + 1})`],
  ),
  sized('withdrawals.lots', [lots(MAX_WITHDRAWN_LOTS)], [lots(MAX_WITHDRAWN_LOTS + 1)]),
];

interface Compared {
  column: string;
  valid: string[];
  invalid: string[];
}

const INPUTS: Compared[] = [
  ...TABLES.flatMap(([table, fields]) =>
    Object.entries(fields)
      .filter(([, { kind, in: places }]) => {
        const isGiven = !places || places.some((place) => place !== 'out');
        return isGiven && !kind.list && !kind.members && kind.sql !== 'boolean';
      })
      .map(([name, field]) => ({
        column: `${table}.${snakeOf(name)}`,
        ...limitsOf(RULES[name] ?? ruleOf(field), name, field),
      })),
  ),
  ...OTHERS.map(([column, rule]) => ({
    column,
    ...limitsOf(rule, column === 'imports.file_name' ? 'fileName' : ''),
  })),
  ...SIZES,
];

const STORED = TABLES.flatMap(([table, fields]) =>
  Object.entries(fields)
    .filter(([, { kind }]) => !kind.list && !kind.members)
    .map(([name, field]) => ({ name: `${table}.${columnOf(name)}`, field })),
);

/** Returns the column of a field. The field `values` has another name there: VALUES is a word of SQL. */
function columnOf(name: string): string {
  return name === 'values' ? 'problem_values' : snakeOf(name);
}

/** The columns of enums, with their values. */
const ENUMS: [column: string, values: readonly string[]][] = [
  ...STORED.flatMap(({ name, field: { kind, isComputed } }): [string, readonly string[]][] =>
    kind.values && !kind.isArray && !isComputed ? [[name, kind.values]] : [],
  ),
  ['accounts.plan', PLANS],
  ['alerts.status', ALERT_STATUSES],
  ['import_mappings.kind', IMPORT_KINDS],
  ['imports.kind', IMPORT_KINDS],
  ['imports.status', IMPORT_STATUSES],
  ['invitations.role', ROLES],
  ['occurrences.status', OCCURRENCE_STATUS.values],
  ['people.role', ROLES],
  ['receipts.recorded_by', RECEIPT_SOURCE.values],
  ['receipts.state', STATE.values],
  ['withdrawal_notices.sent_by', SENT_BY.values],
  ['withdrawals.kind', KIND.values],
];

const service = useService();
let accountId: bigint;
/** The checks of the database, by tables; and whether its columns can be null. */
let checks: Map<string, string[]>;
let nullable: Map<string, boolean>;

beforeAll(async () => {
  const { pool } = service.database;
  ({ id: accountId } = await createFullAccount(service));
  const constraints = await pool.query<{ table: string; definition: string }>(`
    SELECT conrelid::regclass::text AS table, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace`);
  const columns = await pool.query<{ name: string; can: boolean }>(`
    SELECT table_name || '.' || column_name AS name, is_nullable = 'YES' AS can
    FROM information_schema.columns WHERE table_schema = 'public'`);
  checks = new Map(
    Map.groupBy(constraints.rows, ({ table }) => table)
      .entries()
      .map(([table, own]) => [table, own.map(({ definition }) => definition)]),
  );
  nullable = new Map(columns.rows.map(({ name, can }) => [name, can]));
});

/** PostgreSQL's codes for a failed check, a missing reference and a number with too many digits. */
const REFUSED = ['23514', '23503', '22003'];

describe.each(INPUTS)('$column', ({ column, valid, invalid }) => {
  const [table, name] = column.split('.') as [string, string];
  const change = (value: string) =>
    changeRow(
      service.database.pool,
      accountId,
      table,
      [`${name} = ${value}`, BESIDE[column] ?? []].flat().join(', '),
    );

  it('takes what the rule allows', async () => {
    const outcomes = await Promise.all(valid.map(async (value) => [value, await change(value)]));
    expect(outcomes).toEqual(valid.map((value) => [value, 'taken']));
  });

  it('refuses what the rule refuses', async () => {
    expect(invalid.length).toBeGreaterThan(0);
    for (const value of invalid)
      expect([value, REFUSED]).toEqual([value, expect.arrayContaining([await change(value)])]);
  });
});

it.each(ENUMS)('%s has the values of its enum', (column, values) => {
  const [table, name] = column.split('.') as [string, string];
  const listed = values.map((value) => `'${value}'::text`).join(', ');
  expect(checks.get(table)).toContain(`CHECK ((${name} = ANY (ARRAY[${listed}])))`);
});

it.each(STORED)('$name is null exactly if the field can be', ({ name, field }) => {
  const can = nullable.get(name);
  // What is more than a column, such as the name of the supermarket of a delivery, is computed.
  const isCompared = can !== undefined && !field.isComputed && !(name in OTHERWISE_NULL);
  const expected = isCompared ? isNullable(field) : can;
  expect({ name, can, isColumn: can !== undefined || field.isComputed === true }).toEqual({
    name,
    can: expected,
    isColumn: true,
  });
});

it('leaves out no check of one column', async () => {
  const { rows } = await service.database.pool.query<{ name: string }>(`
    SELECT DISTINCT conrelid::regclass || '.' || attname AS name
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'c' AND connamespace = 'public'::regnamespace AND cardinality(conkey) = 1`);
  const compared = new Set([...INPUTS.map(({ column }) => column), ...ENUMS.map(([column]) => column)]);
  const ours = Object.values(OURS).flat();
  const checked = rows.map(({ name }) => name);
  expect(checked.filter((name) => !compared.has(name) && !ours.includes(name))).toEqual([]);
  expect(ours.filter((name) => !checked.includes(name))).toEqual([]);
});

it('leaves out no table of fields', async () => {
  const known = new Set<unknown>([...TABLES.map(([, fields]) => fields), ...ELSEWHERE]);
  const forgotten: string[] = [];
  for await (const path of glob('src/schema/*/*/{fields,targets}.ts', { cwd: ROOT })) {
    const exported = (await import(join(ROOT, path))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) {
      if (name.endsWith('_FIELDS') && !known.has(value)) forgotten.push(`${path} ${name}`);
    }
  }
  expect(forgotten).toEqual([]);
});

/** Returns values, as SQL, that the rule of a field allows and refuses: those at its limits. */
function limitsOf(rule: z.ZodType, name: string, field?: Field): Omit<Compared, 'column'> {
  const sql = field?.kind.sql;
  // A bit for each value.
  if (field?.kind.isArray && sql === 'smallint') return { valid: ['0', '127'], invalid: ['-1', '128'] };
  if (field?.kind.values && field.kind.isArray) {
    return { valid: [arrayOf(field.kind.values)], invalid: [arrayOf(['unknown'])] };
  }
  if (field?.kind.values) {
    return { valid: field.kind.values.map(quoted), invalid: [quoted('unknown')] };
  }
  if (sql === ID.sql) return { valid: [], invalid: [String(Number.MAX_SAFE_INTEGER)] };
  if (sql === 'text[]') return { valid: [arrayOf(EVENT_TYPES)], invalid: [`'{}'`, arrayOf(['unknown'])] };
  const { maxLength } = (rule.meta() ?? {}) as { maxLength?: number };
  const values =
    EXAMPLES[name] ??
    (rule.safeParse(LAST_DATE).success && !rule.safeParse('x').success
      ? [
          [FIRST_DATE, LAST_DATE],
          ['1899-12-31', '2101-01-01'],
        ]
      : maxLength === undefined
        ? undefined
        : [['😀'.repeat(maxLength), 'x'], ['x'.repeat(maxLength + 1)]]);
  if (!values) return numbersOf(rule);
  const [valid, invalid] = values;
  // An empty text is one or the other.
  if (EXAMPLES[name] === undefined && maxLength !== undefined) {
    (rule.safeParse('').success ? valid : invalid).push('');
  }
  // Dates in the past are refused by a moving rule, which the database has no part of.
  const isMoving = valid.includes(FIRST_DATE);
  if (!isMoving) expect(valid.filter((value) => !rule.safeParse(value).success)).toEqual([]);
  expect(invalid.filter((value) => rule.safeParse(value).success)).toEqual([]);
  return { valid: valid.map(quoted), invalid: invalid.map(quoted) };
}

function numbersOf(rule: z.ZodType): Omit<Compared, 'column'> {
  const { minimum, maximum, exclusiveMinimum } = bounds(z.toJSONSchema(rule, { io: 'input' }));
  // Nothing is tried then, which fails with the name of the column: EXAMPLES has texts with a syntax of their
  // own.
  if (maximum === undefined) return { valid: [], invalid: [] };
  const least = minimum ?? exclusiveMinimum! + 0.001;
  const numbers = {
    valid: [least, maximum],
    invalid: [minimum === undefined ? exclusiveMinimum! : minimum - 1, maximum + 1],
  };
  expect(numbers.valid.filter((value) => !rule.safeParse(value).success)).toEqual([]);
  expect(numbers.invalid.filter((value) => rule.safeParse(value).success)).toEqual([]);
  return { valid: numbers.valid.map(String), invalid: numbers.invalid.map(String) };
}

interface Bounds {
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  anyOf?: Bounds[];
}

/** Returns the bounds of a number that can be null. */
function bounds(schema: unknown): Bounds {
  const { anyOf, ...own } = schema as Bounds;
  return anyOf?.[0] ? bounds(anyOf[0]) : own;
}

function urlOf(length: number): string {
  return 'https://receiver.example/'.padEnd(length, 'a');
}

function quoted(value: string): string {
  return `'${value}'`;
}

function arrayOf(values: readonly string[]): string {
  return `'{${values.join()}}'`;
}

function sized(column: string, valid: string[], invalid: string[]): Compared {
  return { column, valid, invalid };
}

function bytes(count: number): string {
  return `decode(repeat('00', ${count}), 'hex')`;
}

function lots(count: number): string {
  return `array_fill('L'::text, '{${count}}')`;
}
