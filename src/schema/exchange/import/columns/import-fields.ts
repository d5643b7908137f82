import type { z } from 'zod';
import type { ImportKind } from '../../../core/caller/import-kinds.ts';
import { DELIVERY_FIELDS, LINE_FIELDS } from '../../../trade/delivery/fields.ts';
import { type Field, type Fields, fieldsIn, ruleOf } from '../../../core/noun/fields.ts';
import { BOOLEAN, DATE, DECIMAL, INTEGER } from '../../../core/noun/kinds.ts';
import { snakeOf } from '../../../core/noun/names.ts';
import { PRODUCT_ROW } from '../../../catalogue/product/upsert-rows.ts';
import { text } from '../../../core/noun/rules.ts';
import { STANDING_ORDER_FIELDS } from '../../../trade/standing-order/fields.ts';
import { PRICE_AGREEMENT_FIELDS } from '../../../catalogue/price-agreement/fields.ts';
import { CUT_OFF_FIELDS } from '../../../catalogue/supermarket/cut-off.ts';
import { BRANCH_FIELDS, SUPERMARKET_FIELDS } from '../../../catalogue/supermarket/fields.ts';

/** How a cell becomes a value. */
export type CellKind =
  | 'text'
  | 'identifier'
  | 'number'
  | 'integer'
  | 'price'
  | 'weight'
  | 'date'
  | 'enum'
  | 'unit'
  | 'country'
  | 'window'
  | 'time'
  | 'weekdays'
  | 'boolean';

/** A field that a column can have. */
export interface ImportField {
  kind: CellKind;
  /** The name of the field in inputs. */
  name: string;
  /** The rule of the field, which also normalizes texts. */
  rule: z.ZodType;
  /**
   * Whether the field needs an assignment or our own download: numbers of other systems have the same form.
   */
  isOwnNumber?: boolean;
}

/** The fields of a kind of file, by the names for users. */
export type ImportFields = Readonly<Record<string, ImportField>>;

/** The prefix of the names of a branch's fields among those of its supermarket. */
export const BRANCH = 'branch.';

/** The prefix of the names of the parts of a cut-off, each of which has a column. */
export const CUT_OFF_PART = 'cutOff.';

/** The fields that explain the numbers of another column. Records have none of them. */
export const WEIGHT_UNIT = 'weightUnit';
export const PRICE_CURRENCY = 'priceCurrency';
/** The name of the field for the number of units that a price is for. */
export const PRICE_UNITS = 'priceUnits';
/** The name of the field for the unit of a line's quantity. */
export const LINE_UNIT = 'lineUnit';

const CELL_KINDS: Partial<Record<string, CellKind>> = {
  price: 'price',
  weight: 'weight',
  unit: 'unit',
  country: 'country',
  deliveryWindow: 'window',
};

/** The rule of a text that names a record by its number, its reference or its name. */
const recordNameRule = text();

const NUMBER_FIELD: ImportField = { kind: 'text', name: 'number', rule: recordNameRule, isOwnNumber: true };

const LINE_IMPORT_FIELDS: ImportFields = {
  supermarket: { kind: 'identifier', name: 'supermarket', rule: recordNameRule },
  supermarket_id: { kind: 'text', name: 'supermarketId', rule: recordNameRule, isOwnNumber: true },
  branch: { kind: 'identifier', name: 'branch', rule: recordNameRule },
  branch_id: { kind: 'text', name: 'branchId', rule: recordNameRule, isOwnNumber: true },
  product: { kind: 'identifier', name: 'product', rule: recordNameRule },
  product_id: { kind: 'text', name: 'productId', rule: recordNameRule, isOwnNumber: true },
  quantity: { kind: 'integer', name: 'quantity', rule: ruleOf(LINE_FIELDS.quantity) },
  unit: { kind: 'unit', name: LINE_UNIT, rule: recordNameRule },
};

const CUT_OFF_IMPORT_FIELDS: ImportFields = {
  cut_off_days_before: {
    kind: 'integer',
    name: `${CUT_OFF_PART}daysBefore`,
    rule: ruleOf(CUT_OFF_FIELDS.daysBefore),
  },
  cut_off_time: { kind: 'time', name: `${CUT_OFF_PART}time`, rule: ruleOf(CUT_OFF_FIELDS.time) },
};

/**
 * The fields of deliveries with ids, for which files have the fields of {@link LINE_IMPORT_FIELDS} instead.
 */
const REFERRED = new Set(['supermarketId', 'branchId', 'products']);

const { productId: _product, ...PRICE_AGREEMENT_VALUES } = PRICE_AGREEMENT_FIELDS;

/** The fields of each kind of file. They follow the fields of nouns, so that a new one can be imported. */
export const IMPORT_FIELDS: Record<ImportKind, ImportFields> = {
  products: {
    number: NUMBER_FIELD,
    ...importFieldsOf(PRODUCT_ROW),
    weight_unit: { kind: 'text', name: WEIGHT_UNIT, rule: recordNameRule },
    price_currency: { kind: 'text', name: PRICE_CURRENCY, rule: recordNameRule },
    price_units: { kind: 'text', name: PRICE_UNITS, rule: recordNameRule },
  },
  supermarkets: {
    number: NUMBER_FIELD,
    ...importFieldsOf(SUPERMARKET_FIELDS),
    ...CUT_OFF_IMPORT_FIELDS,
    ...importFieldsOf(BRANCH_FIELDS, 'branch'),
  },
  deliveries: {
    number: NUMBER_FIELD,
    ...Object.fromEntries(
      Object.entries(importFieldsOf(DELIVERY_FIELDS)).filter(([, { name }]) => !REFERRED.has(name)),
    ),
    ...LINE_IMPORT_FIELDS,
  },
  'standing-orders': {
    ...only(importFieldsOf(STANDING_ORDER_FIELDS), ['reference']),
    ...only(LINE_IMPORT_FIELDS, ['supermarket', 'branch', 'product', 'quantity', 'unit']),
    weekdays: { kind: 'weekdays', name: 'weekdays', rule: STANDING_ORDER_FIELDS.weekdays.kind.rule },
    ...only(importFieldsOf(STANDING_ORDER_FIELDS), [
      'every_weeks',
      'starts_on',
      'ends_on',
      'lead_days',
      'shift',
      'order_number',
    ]),
  },
  prices: {
    ...only(LINE_IMPORT_FIELDS, ['supermarket', 'product']),
    ...importFieldsOf(PRICE_AGREEMENT_VALUES),
  },
};

function only(fields: ImportFields, names: readonly string[]): ImportFields {
  return Object.fromEntries(names.map((name) => [name, fields[name]!]));
}

function importFieldsOf(fields: Fields, prefix?: 'branch'): ImportFields {
  const own = fieldsIn(fields, 'create').filter(([, { kind }]) => !kind.list && !kind.members);
  const named = own.map(([name, field]): [string, ImportField] => [
    snakeOf(prefix ? `${prefix}_${name}` : name),
    { kind: cellKindOf(name, field), name: prefix ? BRANCH + name : name, rule: ruleOf(field) },
  ]);
  return Object.fromEntries(named);
}

function cellKindOf(name: string, { kind }: Field): CellKind {
  if (kind.isIdentifier) return 'identifier';
  if (CELL_KINDS[name]) return CELL_KINDS[name];
  if (kind.values) return 'enum';
  if (kind.sql === DECIMAL.sql) return 'number';
  if (kind.sql === INTEGER.sql) return 'integer';
  if (kind.sql === BOOLEAN.sql) return 'boolean';
  return kind.sql === DATE.sql ? 'date' : 'text';
}
