import type { ImportKind } from '../../../../core/caller/import-kinds.ts';
import columns from '../../dictionaries/columns.json' with { type: 'json' };
import { plainName } from './plain-name.ts';

/** A list of names in `columns.json`. */
type NameList = keyof typeof columns;
type Lists = Readonly<Record<string, readonly NameList[]>>;

const PRODUCTS: Lists = {
  reference: ['articleNumber'],
  name: ['productName'],
  weight: ['weight'],
  weight_unit: ['weightUnit'],
  price_currency: ['priceCurrency'],
  price_units: ['priceUnits'],
  price: ['price'],
  category: ['category'],
  gtin: ['gtin'],
  unit: ['unit'],
  units_per_case: ['unitsPerCase'],
  case_gtin: ['caseGtin'],
  brand: ['brand'],
  packaging: ['packaging'],
  shelf_life_days: ['shelfLifeDays'],
};

const SUPERMARKET_NAMES: Lists = {
  reference: ['reference', 'customerNumber'],
  name: ['name', 'customerName'],
  contact_email: ['contactEmail'],
  cut_off_days_before: ['cutOffDaysBefore'],
  cut_off_time: ['cutOffTime'],
  branch_reference: ['branchNumber'],
  branch_name: ['branchName'],
  branch_address: ['branchAddress'],
  branch_delivery_window: ['branchDeliveryWindow'],
  branch_gln: ['gln'],
  branch_phone: ['branchPhone'],
  branch_country: ['branchCountry'],
};

/** The columns of a line of an order, and who gets it. */
const ORDERS: Lists = {
  order_number: ['orderNumber'],
  supermarket: ['supermarket', 'customerNumber', 'customerName'],
  branch: ['branch', 'branchNumber', 'gln', 'branchName'],
  product: ['product', 'articleNumber', 'gtin', 'productName'],
  quantity: ['quantity'],
  unit: ['quantityUnit', 'unit'],
};

const DELIVERY_NAMES: Lists = {
  reference: ['deliveryNumber'],
  delivery_date: ['deliveryDate'],
  ...ORDERS,
  carrier: ['carrier'],
  notes: ['notes'],
};

const STANDING_ORDERS: Lists = {
  reference: ['standingOrderNumber'],
  ...ORDERS,
  weekdays: ['weekdays'],
  every_weeks: ['everyWeeks'],
  starts_on: ['startsOn'],
  ends_on: ['endsOn'],
  lead_days: ['leadDays'],
  shift: ['shift'],
};

const PRICE_NAMES: Lists = {
  supermarket: ORDERS.supermarket!,
  product: ORDERS.product!,
  price: ['price'],
  valid_from: ['startsOn'],
  valid_to: ['endsOn'],
};

/** Beside an order, these are its own number and name. */
const OF_ORDERS = new Set(['reference', 'ref', 'name']);

/**
 * The names of columns by kind and field, by {@link plainName}. Of several columns that fit a field, the
 * column whose name is first here has it.
 */
export const HEADER_NAMES: Record<ImportKind, Readonly<Record<string, readonly string[]>>> = {
  products: headerNamesOf(PRODUCTS),
  supermarkets: headerNamesOf(SUPERMARKET_NAMES),
  deliveries: headerNamesOf(DELIVERY_NAMES),
  'standing-orders': headerNamesOf(STANDING_ORDERS),
  prices: headerNamesOf(PRICE_NAMES),
};

function headerNamesOf(fields: Lists): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, lists]) => {
      const names = lists.flatMap((list) => columns[list].join(',').split(',')).map(plainName);
      const isOfLine = field === 'product';
      return [field, [...new Set(names)].filter((name) => !(isOfLine && OF_ORDERS.has(name)))];
    }),
  );
}
