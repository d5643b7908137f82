import type { ImportKind } from '../../../core/caller/import-kinds.ts';
import { columnKeys } from './column-keys.ts';
import { fitsField } from './header/fits-field.ts';
import { HEADER_NAMES } from './header/header-names.ts';
import { namesOf } from './header/names-of-header.ts';
import { type OrderParty, partyOfOrder } from './header/order-names.ts';
import { plainName } from './header/plain-name.ts';
import { IMPORT_FIELDS } from './import-fields.ts';
import { parseMap } from './parse-map.ts';

/** A column of a file, and its field; null if it is ignored. A column with two fields is listed twice. */
export interface ImportColumn {
  /** The name in the header, on one line; empty if it has none. */
  column: string;
  /** The letter by which spreadsheets name the column. */
  letter: string;
  field: string | null;
  /** The first values of the column. */
  samples: string[];
  /** Whether the field comes from an earlier assignment to a column of this name. */
  remembered: boolean;
}

/** A column without its field. */
export type HeaderColumn = Omit<ImportColumn, 'field' | 'remembered'>;

/** The fields of earlier assignments, by the keys of the columns' names; empty for ignored columns. */
export type Remembered = Readonly<Record<string, readonly string[]>>;

export interface MapOptions {
  /** `Column=field` pairs, as `parseMap` reads them. */
  map?: string | null | undefined;
  remembered?: Remembered | undefined;
  /** Whether the file is our own download. */
  isDownload?: boolean;
  /** The account's currency. */
  currency?: string;
}

/**
 * Returns the field of each column: from `map`, else by our own names of fields, else from earlier
 * assignments, else by the names in other systems. Each field has at most one column.
 *
 * @throws AppError `validation_error` on `map`
 */
export function mapColumns(
  kind: ImportKind,
  header: readonly HeaderColumn[],
  { map, remembered = {}, isDownload = false, currency }: MapOptions = {},
): ImportColumn[] {
  const fields = IMPORT_FIELDS[kind];
  const chosen = map == null ? new Map<number, string[]>() : parseMap(kind, header, map);
  const taken = new Set(chosen.values().flatMap((own) => own));
  const recalled = new Set<number>();
  const names = header.map(({ column }) => (column === '' ? [] : namesOf(column)));
  const assign = (field: string, name: string) => {
    if (taken.has(field)) return;
    const isNamed = (own: (typeof names)[number]) =>
      own.some((each) => each.name === name && fitsField(fields[field]!, each.beside, currency));
    const index = names.findIndex((own, at) => !chosen.has(at) && isNamed(own));
    if (index === -1) return;
    chosen.set(index, [field]);
    taken.add(field);
  };
  const open = Object.keys(fields).filter((field) => isDownload || !fields[field]!.isOwnNumber);
  // Our own names come before earlier assignments, and these before names of other systems.
  for (const field of open) assign(field, plainName(field));
  for (const [index, key] of columnKeys(header.map(({ column }) => column)).entries()) {
    const before = remembered[key];
    if (before === undefined || chosen.has(index)) continue;
    const free = before.filter((field) => field in fields && !taken.has(field));
    if (free.length === 0 && before.length > 0) continue;
    chosen.set(index, free);
    recalled.add(index);
    for (const field of free) taken.add(field);
  }
  const parties = isDownload ? [] : orderPartiesOf(kind, header);
  const isOpen = (index: number, party: OrderParty) => parties[index] === party && !chosen.has(index);
  const customers = header.flatMap((_, index) => (isOpen(index, 'customer') ? [index] : []));
  // A column with an open question has no field until it is answered.
  const asked = new Set(customers.length > 1 ? customers : []);
  for (const index of header.keys()) if (isOpen(index, 'both')) asked.add(index);
  for (const index of asked) names[index] = [];
  for (const field of open) for (const name of HEADER_NAMES[kind][field] ?? []) assign(field, name);
  for (const [party, field] of ORDER_FIELDS) {
    const columns = [...header.keys()].filter((index) => isOpen(index, party));
    if (columns.length !== 1 || taken.has(field)) continue;
    chosen.set(columns[0]!, [field]);
    taken.add(field);
  }
  return header.flatMap((column, index) => {
    const own = chosen.get(index) ?? [];
    const each = own.length === 0 ? [null] : own;
    return each.map((field) => ({ ...column, field, remembered: recalled.has(index) }));
  });
}

/** The fields of order numbers, by the party that gives the number. */
export const ORDER_FIELDS = [
  ['own', 'reference'],
  ['customer', 'order_number'],
] as const;

/** Returns whose order number each column has; undefined for other columns. */
export function orderPartiesOf(kind: ImportKind, header: readonly Pick<HeaderColumn, 'column'>[]) {
  if (!('order_number' in IMPORT_FIELDS[kind])) return [];
  return header.map(({ column }) => partyOfOrder(column));
}

/**
 * Returns the assignments of a `map` to remember: the fields of named columns. Null forgets an earlier one,
 * for columns that have the same fields by their names alone.
 */
export function assignedColumns(
  kind: ImportKind,
  header: readonly HeaderColumn[],
  { map, ...named }: Omit<MapOptions, 'remembered'>,
): Record<string, readonly string[] | null> {
  if (map == null) return {};
  const byName = mapColumns(kind, header, named);
  const keys = columnKeys(header.map(({ column }) => column));
  const given = parseMap(kind, header, map)
    .entries()
    .filter(([index]) => keys[index] !== '');
  return Object.fromEntries(
    given.map(([index, fields]) => {
      const own = byName.find(({ letter }) => letter === header[index]!.letter);
      const isSame = (own?.field ?? undefined) === fields[0] && fields.length < 2;
      return [keys[index]!, isSame ? null : fields];
    }),
  );
}
