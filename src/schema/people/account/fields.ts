import { z } from 'zod';
import { MAX_HOLIDAY_CODE } from '../../core/limits.ts';
import { CLOSED_WEEKDAYS } from '../../core/noun/weekdays.ts';
import { UNKNOWN_HOLIDAYS } from '../../core/noun/holiday-code.ts';
import { type Fields } from '../../core/noun/fields.ts';
import { BOOLEAN, IDENTIFIER, INTEGER, TEXT } from '../../core/noun/kinds.ts';
import { codeText, multiLineText } from '../../core/noun/rules.ts';
import { timeZone } from './time-zone.ts';
import { country, gln, phone } from '../../core/noun/trade-numbers.ts';
import { finding } from '../../core/noun/issues.ts';

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

const currency = codeText().refine(
  (code) => CURRENCIES.has(code),
  finding('unknown_currency', 'must be an ISO 4217 currency code, such as EUR'),
);

const WHOLE_CELSIUS_RULE = 'must be an integer from -60 to 60';
const wholeCelsius = z.int(WHOLE_CELSIUS_RULE).min(-60, WHOLE_CELSIUS_RULE).max(60, WHOLE_CELSIUS_RULE);

const CLEARABLE = { isOptional: true, isClearable: true } as const;
const BOTH = ['change', 'out'] as const;

/** The fields of an account that its user can change. */
export const ACCOUNT_FIELDS = {
  name: { kind: TEXT, in: BOTH, is: 'the name of the company' },
  currency: {
    kind: TEXT,
    rule: currency,
    in: BOTH,
    is: 'the currency of all amounts, as an ISO 4217 code',
    changeIs: 'the new currency, as an ISO 4217 code such as EUR',
    changeNote: 'Amounts are not converted.',
    hint: 'Used for all prices and credits. Existing amounts are not converted',
  },
  timeZone: {
    kind: TEXT,
    rule: timeZone,
    in: BOTH,
    isClearable: true,
    absent: 'UTC',
    is: 'the IANA time zone that decides which day it is',
    note: 'Delivery dates must be later than today there, and analytics use it by default.',
    changeIs: 'the new IANA time zone, such as Europe/Berlin (default UTC)',
    limits: '',
    hint: 'Decides which day it is for delivery dates and figures',
  },
  address: {
    kind: TEXT,
    rule: multiLineText(),
    in: BOTH,
    ...CLEARABLE,
    is: 'the postal address that deliveries are shipped from',
  },
  phone: { kind: IDENTIFIER, rule: phone, in: BOTH, ...CLEARABLE, is: 'the telephone number' },
  country: {
    kind: TEXT,
    rule: country,
    in: BOTH,
    ...CLEARABLE,
    is: 'the country, as an ISO 3166-1 alpha-2 code',
    hint: 'Two letters, such as DE',
  },
  gln: {
    kind: IDENTIFIER,
    rule: gln,
    in: BOTH,
    ...CLEARABLE,
    is: 'the GLN',
    limits: ': 13 digits with a correct check digit',
    hint: '13 digits',
  },
  assistantsMayWrite: {
    kind: BOOLEAN,
    in: BOTH,
    is: 'whether assistants may change records through `/mcp`, with a key that has the scope',
    note: 'False unless it was switched on.',
    changeIs: 'whether assistants may change records through `/mcp`, with a key that has the scope',
  },
  receiptLinkCompletes: {
    kind: BOOLEAN,
    in: BOTH,
    is: 'whether a branch that confirms a delivery by its receipt link completes it',
    note: 'Otherwise `acceptReceipt` does. Disputed lines always wait for it.',
    changeIs: 'whether a branch that confirms a delivery by its receipt link completes it (default false)',
  },
  warmestChilled: {
    kind: INTEGER,
    rule: wholeCelsius,
    in: BOTH,
    is: 'the highest temperature at which chilled goods may arrive, in degrees Celsius',
    note: 'What a driver records above it waits to be checked.',
    hint: 'Warmer ones wait to be checked under Receipts',
    changeIs: 'the highest temperature at which chilled goods may arrive, in degrees Celsius (default 8)',
  },
  warmestFrozen: {
    kind: INTEGER,
    rule: wholeCelsius,
    in: BOTH,
    is: 'the highest temperature at which frozen goods may arrive, in degrees Celsius',
    note: 'What a driver records above it waits to be checked.',
    hint: 'Warmer ones wait to be checked under Receipts',
    changeIs: 'the highest temperature at which frozen goods may arrive, in degrees Celsius (default -15)',
  },
  refusesWithdrawn: {
    kind: BOOLEAN,
    in: BOTH,
    is: 'whether a delivery with a withdrawn lot cannot be marked as in transit',
    note: 'Otherwise it has a warning, and the account gets an alert.',
    changeIs: 'whether a delivery with a withdrawn lot cannot be marked as in transit (default false)',
  },
  publicHolidays: {
    kind: TEXT,
    rule: codeText().max(MAX_HOLIDAY_CODE, UNKNOWN_HOLIDAYS),
    in: BOTH,
    ...CLEARABLE,
    is: 'the country or region whose public holidays are closed days, such as DE or DE-BY',
    note: 'Null for none.',
    changeIs: 'the country or region whose public holidays are closed days, such as DE or DE-BY',
    changeNote: 'Null for none.',
    limits: '',
  },
  closedWeekdays: {
    kind: CLOSED_WEEKDAYS,
    in: BOTH,
    isComputed: true,
    is: 'the days of the week that are closed every week',
    note: 'A branch can have others, and a list of closed days can open a day.',
    changeIs: 'all days of the week that are closed every week; an empty list for none (the default)',
  },
  refusesClosedDays: {
    kind: BOOLEAN,
    in: BOTH,
    is: 'whether deliveries on closed days are refused',
    note: 'Otherwise they have a warning.',
    changeIs: 'whether deliveries on closed days are refused (default false)',
  },
  refusesLateOrders: {
    kind: BOOLEAN,
    in: BOTH,
    is: 'whether deliveries are refused after the cut-off of their supermarket',
    note: 'Otherwise they have a warning.',
    changeIs: 'whether deliveries are refused after the cut-off of their supermarket (default false)',
  },
  logsRequestBodies: {
    kind: BOOLEAN,
    in: BOTH,
    is: 'whether the request log keeps the bodies of failed changes, with secrets masked',
    note: 'True unless it was switched off.',
    changeIs:
      'whether the request log keeps the bodies of failed changes (default true); false also erases them',
  },
} as const satisfies Fields;
