import { type Relation, type Table, tables } from '../../generated/tables.ts';
import { parseJson } from './parse-json.ts';

/** A Prisma selection of a record. */
export interface Selection {
  select?: Members;
  include?: Members;
  orderBy?: unknown;
  /** Which related records to read: those in which these columns are null. */
  where?: unknown;
}

/** The selection of a field's records. */
export type Query = Pick<Selection, 'select'>;

const SUPPORTED_KEYS = new Set(['select', 'include', 'orderBy']);

type Members = Record<string, boolean | Selection | undefined>;

/** Caches texts of selections: those from one document are the same object each time. */
const selectionTexts = new WeakMap<Members, string>();

/** Returns a text that identifies a selection. */
export function selectionText({ select, ...others }: Selection): string {
  if (!select) return JSON.stringify(others);
  const text = selectionTexts.get(select) ?? JSON.stringify(select);
  selectionTexts.set(select, text);
  return text + JSON.stringify(others);
}

/** A compiled selection of a record. */
export interface Compiled {
  /** SQL expressions over the row `alias`, one for each field. Related records are JSON, as text. */
  columns: string[];
  /** Makes a record of the values of the columns, which begin at index `from`. */
  record(values: readonly unknown[], from?: number): object;
}

type AnyRecord = Readonly<Record<string, unknown>>;

/** Converts a value from JSON. `record` has the fields before it. */
type Revive = (value: never, record: AnyRecord) => unknown;

/** A selected field. */
interface SelectedField {
  name: string;
  /** Empty for a column that the join makes equal to one of the outer record, `copied`. */
  sql: string;
  copied?: string;
  /** Converts the value in JSON to the value that Prisma returns, where they differ. */
  revive?: Revive | undefined;
  isRelation?: true;
}

/** How a column is written, and how its value in JSON is revived, where it needs a conversion. */
const FORMS: Record<string, { write?: (column: string) => string; revive?: Revive } | undefined> = {
  BigInt: { revive: BigInt },
  Boolean: {},
  DateTime: { revive: (text: string) => new Date(text) },
  // As text, in which responses write it: no digit is lost, and none is parsed.
  Decimal: { write: (column) => `trim_scale(${column})::text` },
  Int: {},
  Json: {},
  String: {},
  'String[]': {},
};

/**
 * Where to read models from instead of their tables: the parts of a statement that wrote the rows, by model.
 * Each part has all rows that are related to the rows of the others.
 */
export type Sources = Readonly<Record<string, string>>;

/**
 * Returns the SQL that reads `selection` from a row of `model`, including related records. Returns undefined
 * for selections that only Prisma can read.
 */
export function compileSelection(
  model: string,
  selection: Selection,
  alias: string,
  sources: Sources = {},
): Compiled | undefined {
  const fields = selectedFields(model, selection, alias, sources);
  if (!fields) return undefined;
  const record = recordOf(
    fields.map(({ name, revive = (value: unknown) => value, isRelation }) => ({
      name,
      // Values of other types need no conversion.
      revive: isRelation
        ? (text: string, outer: AnyRecord) => revive(parseJson(text) as never, outer)
        : undefined,
    })),
  );
  return {
    columns: fields.map(({ name, sql, isRelation }) => `${sql}${isRelation ? '::text' : ''} AS "${name}"`),
    record,
  };
}

/** @param equal the outer record's fields, by the columns that are equal to them */
function selectedFields(
  model: string,
  selection: Selection,
  alias: string,
  sources: Sources,
  equal: ReadonlyMap<string, string> = new Map(),
): SelectedField[] | undefined {
  if (!Object.keys(selection).every((key) => SUPPORTED_KEYS.has(key))) return undefined;
  const table = tables[model]!;
  // Relations come last, because their records copy columns of this one.
  const isRelation = ([name]: [string, unknown]) => Number(name in table.relations);
  const members = chosen(table, selection).toSorted((one, other) => isRelation(one) - isRelation(other));
  const names = new Map(members.map(([name]) => [table.columns[name]?.name, name]));
  const fields = members.map(([name, selected]) =>
    name in table.relations
      ? relation(model, name, selected, alias, sources, names)
      : column(table, name, alias, equal),
  );
  return fields.every((field) => field !== undefined) ? fields : undefined;
}

/** Applies Prisma's rule: the selected fields, or else all columns and the included relations. */
function chosen(table: Table, { select, include }: Selection) {
  const members = select ?? { ...allColumns(table), ...include };
  return Object.entries(members).filter(([, selected]) => selected);
}

/** Returns whether a selection has decimals of related records. */
export function hasRelatedDecimals(model: string, selection: Selection, isRelated = false): boolean {
  const table = tables[model]!;
  return chosen(table, selection).some(([name, selected]) => {
    const relation = table.relations[name];
    if (!relation) return isRelated && table.columns[name]?.type === 'Decimal';
    return hasRelatedDecimals(relation.model, selected === true ? {} : (selected as Selection), true);
  });
}

function allColumns({ columns }: Table): Members {
  return Object.fromEntries(Object.keys(columns).map((name) => [name, true]));
}

function column(
  { columns }: Table,
  name: string,
  alias: string,
  equal: ReadonlyMap<string, string>,
): SelectedField | undefined {
  const column = columns[name];
  const form = column && FORMS[column.type];
  if (!form) return undefined;
  const copied = equal.get(column.name);
  if (copied !== undefined) return { name, sql: '', copied };
  const value = `${alias}.${column.name}`;
  return { name, sql: form.write?.(value) ?? value, revive: form.revive };
}

function relation(
  outerModel: string,
  name: string,
  selected: Members[string],
  outer: string,
  sources: Sources,
  outerNames: ReadonlyMap<string | undefined, string>,
): SelectedField | undefined {
  const { relations } = tables[outerModel]!;
  const { model, isList, on } = relations[name]!;
  // Other records can be related to rows that the statement did not write.
  if (model in sources && !(outerModel in sources)) return undefined;
  const alias = `${outer}${Object.keys(relations).indexOf(name)}`;
  const { where, ...selection } = selected === true ? {} : (selected as Selection);
  const known = on.flatMap(({ here, there }) => {
    const copied = outerNames.get(here);
    return copied === undefined ? [] : [[there, copied] as const];
  });
  const fields = selectedFields(model, selection, alias, sources, new Map(known));
  const order = orderSql(tables[model]!, selection.orderBy, alias);
  const condition = nullsSql(tables[model]!, where, alias);
  if (!fields || order === undefined || condition === undefined) return undefined;
  // An array, because the names of fields would be most of the text.
  const json = `json_build_array(${fields.flatMap(({ sql }) => sql || []).join(', ')})`;
  const value = isList ? `coalesce(json_agg(${json}${order}), '[]'::json)` : json;
  const source = model === outerModel ? everyRow(model, sources) : (sources[model] ?? tables[model]!.name);
  const sql = `(SELECT ${value} FROM ${source} ${alias} WHERE ${joined(on, outer, alias)}${condition})`;
  const record = recordOf(fields);
  const revive = isList
    ? (all: unknown[][], outerRecord: AnyRecord) => all.map((each) => record(each, 0, outerRecord))
    : (one: unknown[], outerRecord: AnyRecord) => record(one, 0, outerRecord);
  return { name, sql, revive, isRelation: true };
}

/**
 * Returns the rows of a model as they are after the statement: a record can refer to one that it did not
 * write.
 */
function everyRow(model: string, sources: Sources): string {
  const [{ name }, source] = [tables[model]!, sources[model]];
  if (source === undefined) return name;
  const isWritten = `EXISTS (SELECT FROM ${source} w WHERE w.account_id = o.account_id AND w.id = o.id)`;
  return `(SELECT o.* FROM ${name} o WHERE NOT ${isWritten} UNION ALL SELECT * FROM ${source})`;
}

function joined(on: Relation['on'], outer: string, inner: string): string {
  return on.map(({ here, there }) => `${inner}.${there} = ${outer}.${here}`).join(' AND ');
}

/**
 * Returns ` ORDER BY …`, or an empty string without an order; undefined for an order that only Prisma
 * supports.
 */
export function orderSql({ columns }: Table, orderBy: unknown, alias: string): string | undefined {
  if (orderBy === undefined) return '';
  const terms = [orderBy].flat().flatMap((each) => Object.entries(each as Record<string, unknown>));
  const isPlain = terms.every(([name, way]) => name in columns && (way === 'asc' || way === 'desc'));
  if (!isPlain) return undefined;
  return ` ORDER BY ${terms.map(([name, way]) => `${alias}.${columns[name]!.name} ${way as string}`).join(', ')}`;
}

/** Returns ` AND …` for the columns that must be null; undefined for a filter with more than that. */
function nullsSql({ columns }: Table, where: unknown, alias: string): string | undefined {
  const terms = Object.entries(where ?? {});
  if (!terms.every(([name, value]) => name in columns && value === null)) return undefined;
  return terms.map(([name]) => ` AND ${alias}.${columns[name]!.name} IS NULL`).join('');
}

/**
 * Returns the function that makes a record of its values, in the order of the fields, and of the outer
 * record.
 */
function recordOf(fields: readonly Pick<SelectedField, 'name' | 'revive' | 'copied'>[]) {
  // Copied, because objects that get their members one by one take longer to create.
  const empty: Record<string, unknown> = Object.fromEntries(fields.map(({ name }) => [name, null]));
  return (values: readonly unknown[], from = 0, outer: AnyRecord = {}): object => {
    const record = { ...empty };
    let at = from;
    for (const { name, revive, copied } of fields) {
      const value = copied === undefined ? values[at++] : outer[copied];
      if (value !== null) record[name] = revive ? revive(value as never, record) : value;
    }
    return record;
  };
}
