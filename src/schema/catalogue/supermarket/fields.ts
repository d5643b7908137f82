import { MAX_SHELF_LIFE_DAYS } from '../../core/limits.ts';
import { CLOSED_WEEKDAYS } from '../../core/noun/weekdays.ts';
import { CREATE_AND_OUT, type Fields, OUT } from '../../core/noun/fields.ts';
import {
  BOOLEAN,
  ID,
  IDENTIFIER,
  INTEGER,
  MASTER_DATA,
  MOMENT_IN_FULL,
  TEXT,
  TIME,
} from '../../core/noun/kinds.ts';
import { listOf } from '../../core/noun/list-of.ts';
import { deliveryWindow, email, figure, multiLineText } from '../../core/noun/rules.ts';
import {
  country,
  gln,
  phone,
  reference,
  shelfLifeDays,
  shelfLifePercent,
} from '../../core/noun/trade-numbers.ts';
import { MAX_BRANCHES } from '../limits.ts';
import { CUT_OFF_KIND } from './cut-off.ts';
import { TARGETS } from './targets.ts';

export const TOO_MANY_BRANCHES = `must have at most ${MAX_BRANCHES} branches`;

export const BRANCH_FIELDS = {
  id: { kind: ID, in: OUT, example: 8 },
  name: { kind: TEXT, is: 'the name', example: 'Oakfield West' },
  address: { kind: TEXT, rule: multiLineText(), is: 'the postal address', example: '4 Mill Lane' },
  deliveryWindow: {
    kind: TEXT,
    rule: deliveryWindow,
    isOptional: true,
    isClearable: true,
    is: 'the daily delivery window (HH:MM-HH:MM)',
    note: 'An end before the start is on the next day. Null if there is none.',
    hint: 'Leave empty for any time. An end before the start is on the next day',
    example: '06:00-10:00',
  },
  reference: {
    kind: IDENTIFIER,
    rule: reference,
    ...MASTER_DATA,
    is: "the supplier's own number of the branch",
    inputNote: 'It is unique in the account.',
    hint: 'Unique among your branches',
  },
  gln: {
    kind: IDENTIFIER,
    rule: gln,
    ...MASTER_DATA,
    is: 'the GLN',
    limits: ': 13 digits with a correct check digit',
    hint: '13 digits',
    example: '4012345000009',
  },
  phone: {
    kind: IDENTIFIER,
    rule: phone,
    ...MASTER_DATA,
    is: 'the telephone number',
    example: '+44 1632 960001',
  },
  country: {
    kind: TEXT,
    rule: country,
    ...MASTER_DATA,
    is: 'the country, as an ISO 3166-1 alpha-2 code',
    hint: 'Two letters, such as DE',
    example: 'GB',
  },
  closedWeekdays: {
    kind: CLOSED_WEEKDAYS,
    restIn: [],
    isOptional: true,
    isClearable: true,
    isComputed: true,
    is: 'the days of the week on which the branch is closed every week',
    note: 'Null for those of the account.',
    inputNote: 'Null for those of the account, an empty list for none.',
  },
  archivedAt: { ...MOMENT_IN_FULL, is: 'when the branch was archived', note: 'Null while it is in use.' },
} as const satisfies Fields;

export const BRANCHES = {
  type: 'Branch',
  inputIs: 'A new branch.',
  max: MAX_BRANCHES,
  tooMany: TOO_MANY_BRANCHES,
  distinct: { by: 'reference', error: 'repeats the reference of another branch' },
};

/** The common properties of the promises of shelf life, which the REST API does not have. */
const PROMISE = { restIn: [], isOptional: true, isClearable: true } as const;

export const SUPERMARKET_FIELDS = {
  id: { kind: ID, in: OUT, example: 5 },
  name: { kind: TEXT, is: 'the name', example: 'Oakfield Stores' },
  contactEmail: {
    kind: TEXT,
    rule: email,
    is: 'the e-mail address to contact',
    example: 'buying@oakfield.example',
  },
  branches: {
    kind: listOf(BRANCH_FIELDS, BRANCHES),
    in: CREATE_AND_OUT,
    isOptional: true,
    isComputed: true,
    is: 'all branches, oldest first',
    inputIs: `the first branches, at most ${MAX_BRANCHES}`,
    inputNote: 'More can be added with `addBranch`.',
    restIs: `the branches, at most ${MAX_BRANCHES}`,
  },
  createdAt: { kind: TIME, in: OUT, example: '2099-11-20T09:30:00.000Z' },
  reference: {
    kind: IDENTIFIER,
    rule: reference,
    ...MASTER_DATA,
    is: "the supplier's own number of the supermarket",
    inputNote: 'It is unique in the account.',
    hint: 'Unique among your supermarkets',
  },
  updatedAt: {
    kind: TIME,
    in: OUT,
    restIn: ['full'],
    is: 'when the supermarket or one of its branches last changed',
    example: '2099-11-20T09:30:00.000Z',
  },
  minRemainingDays: {
    kind: INTEGER,
    rule: shelfLifeDays,
    ...PROMISE,
    is: 'the days of shelf life that the supermarket is promised on the day of delivery',
    limits: ` (1–${figure(MAX_SHELF_LIFE_DAYS)})`,
    note: 'Null for no promise.',
    inputNote: 'The day of delivery does not count.',
    hint: 'Days left on the day of delivery, that day not counted',
  },
  minRemainingPercent: {
    kind: INTEGER,
    rule: shelfLifePercent,
    ...PROMISE,
    is: 'the same promise in percent of the `shelfLifeDays` of the product',
    limits: ' (1–100)',
    note: 'With both, the longer one counts.',
    inputNote: 'With both, the longer one counts.',
    hint: 'For products with a shelf life. With both, the longer one counts',
  },
  refusesShortDated: {
    kind: BOOLEAN,
    restIn: [],
    isOptional: true,
    absent: 'false',
    is: 'whether lots with less shelf life are refused instead of only warned about',
    limits: ' (default false)',
  },
  hidesPrices: {
    kind: BOOLEAN,
    restIn: [],
    isOptional: true,
    absent: 'false',
    is: 'whether delivery notes of the supermarket leave out prices',
    limits: ' (default false)',
  },
  cutOff: {
    kind: CUT_OFF_KIND,
    ...MASTER_DATA,
    isComputed: true,
    is: 'until when deliveries to the supermarket are ordered',
    note: 'Null for no cut-off.',
    example: { days_before: 2, time: '10:00' },
  },
} as const satisfies Fields;

/** The fields of a change of one supermarket. Its targets are stored in columns of other names. */
export const SUPERMARKET_CHANGES = {
  ...SUPERMARKET_FIELDS,
  targets: { kind: TARGETS, in: ['change'], is: 'what the supermarket expects of deliveries' },
} as const satisfies Fields;
