import type { z } from 'zod';
import { DELIVERY_FIELDS, LINE_FIELDS } from '../delivery/fields.ts';
import { type Field, type Fields, fieldsIn, ruleOf } from '../fields.ts';
import { BOOLEAN, DATE, DECIMAL, INTEGER } from '../kinds.ts';
import { snakeOf } from '../names.ts';
import { PRODUCT_ROW } from '../product/upsert-rows.ts';
import { text } from '../rules.ts';
import { BRANCH_FIELDS, SUPERMARKET_FIELDS } from '../supermarket/fields.ts';

export const IMPORT_KINDS = ['products', 'supermarkets', 'deliveries'] as const;

/** What a file has rows of. */
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** How the text of a cell becomes a value. */
export type CellKind = 'text' | 'identifier' | 'number' | 'integer' | 'date' | 'enum' | 'boolean';

/** A field that a column can have. */
interface ImportField {
  kind: CellKind;
  /** The name of the field in an input. */
  name: string;
  /** The rule of the field, which gives texts their form. */
  rule: z.ZodType;
  /** Other headers that mean it, without spaces and signs. */
  headers: readonly string[];
}

/** The fields of a kind of file, by the names that users give. */
export type ImportFields = Readonly<Record<string, ImportField>>;

/** The prefix of the names of a branch's fields among those of its supermarket. */
export const BRANCH = 'branch.';

/** Text that a spreadsheet takes for a number, and damages. */
const IDENTIFIERS = new Set(['reference', 'gtin', 'caseGtin', 'gln', 'phone', 'orderNumber']);

/** The rule of what names a record by its number, its reference or its name. */
const named = text();

const NUMBER: ImportField = { kind: 'text', name: 'number', rule: named, headers: ['sequentialid'] };

const LINE: ImportFields = {
  supermarket: {
    kind: 'identifier',
    name: 'supermarket',
    rule: named,
    headers: ['supermarketreference', 'supermarketname'],
  },
  supermarket_id: { kind: 'text', name: 'supermarketId', rule: named, headers: [] },
  branch: {
    kind: 'identifier',
    name: 'branch',
    rule: named,
    headers: ['branchreference', 'branchname', 'subchain', 'subchainreference', 'subchainname'],
  },
  branch_id: { kind: 'text', name: 'branchId', rule: named, headers: ['subchainid'] },
  product: {
    kind: 'identifier',
    name: 'product',
    rule: named,
    headers: ['productreference', 'productnumber', 'productname', 'sku'],
  },
  product_id: { kind: 'text', name: 'productId', rule: named, headers: [] },
  quantity: {
    kind: 'integer',
    name: 'quantity',
    rule: ruleOf(LINE_FIELDS.quantity),
    headers: ['productquantity'],
  },
};

/** The names of {@link LINE}, whose values the fields of deliveries refer to by id. */
const REFERRED = new Set(['supermarketId', 'branchId', 'products']);

/** The fields of each kind. A new field of a noun can be imported at once. */
export const IMPORT_FIELDS: Record<ImportKind, ImportFields> = {
  products: {
    number: NUMBER,
    ...fieldsOf(PRODUCT_ROW, {
      reference: ['productreference', 'sku'],
      name: ['product', 'productname'],
      weight: ['weightkg'],
      price: ['unitprice'],
      gtin: ['ean'],
    }),
  },
  supermarkets: {
    number: NUMBER,
    ...fieldsOf(SUPERMARKET_FIELDS, {
      reference: ['supermarketreference'],
      name: ['supermarket', 'supermarketname'],
      contactEmail: ['email'],
    }),
    ...fieldsOf(
      BRANCH_FIELDS,
      {
        name: ['branch'],
        address: ['address'],
        deliveryWindow: ['deliverywindow'],
        gln: ['gln'],
        phone: ['phone'],
        country: ['country'],
      },
      'branch',
    ),
  },
  deliveries: {
    number: NUMBER,
    ...Object.fromEntries(
      Object.entries(fieldsOf(DELIVERY_FIELDS, { reference: ['deliveryreference'] })).filter(
        ([, { name }]) => !REFERRED.has(name),
      ),
    ),
    ...LINE,
  },
};

function fieldsOf(
  fields: Fields,
  headers: Record<string, readonly string[]>,
  prefix?: 'branch',
): ImportFields {
  const own = fieldsIn(fields, 'create').filter(([, { kind }]) => !kind.list);
  const named = own.map(([name, field]): [string, ImportField] => [
    snakeOf(prefix ? `${prefix}_${name}` : name),
    {
      kind: cellKindOf(name, field),
      name: prefix ? BRANCH + name : name,
      rule: ruleOf(field),
      headers: headers[name] ?? [],
    },
  ]);
  return Object.fromEntries(named);
}

function cellKindOf(name: string, { kind }: Field): CellKind {
  if (IDENTIFIERS.has(name)) return 'identifier';
  if (kind.values) return 'enum';
  if (kind.sql === DECIMAL.sql) return 'number';
  if (kind.sql === INTEGER.sql) return 'integer';
  if (kind.sql === BOOLEAN.sql) return 'boolean';
  return kind.sql === DATE.sql ? 'date' : 'text';
}
