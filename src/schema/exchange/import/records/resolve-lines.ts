import { type Violation, violation } from '../../../../problems.ts';
import type { Context } from '../../../core/context.ts';
import { type Fault, faultAt } from '../../../core/errors.ts';
import { PRODUCT_UNIT } from '../../../catalogue/product/fields.ts';
import { type ImportCheck, addNote } from '../columns/import-check.ts';
import { lastWord } from '../columns/cell/last-word.ts';
import { unitName } from '../columns/cell/units.ts';
import { LINE_UNIT } from '../columns/import-fields.ts';
import type { ImportItem } from '../items/import-item.ts';
import type { ImportRow } from '../columns/import-rows.ts';
import {
  findNamed,
  isGtin,
  type NamedRecord,
  type Placed,
  type RecordNames,
  recordsNamed,
} from './named-records.ts';

/** Returns the input of a new record, with ids instead of names. Adds faults to `faults`. */
export type InputOf = (item: ImportItem, faults: Fault[]) => object;

/**
 * Looks up the records that rows name by reference, number, GLN, GTIN or name: three statements per batch,
 * and up to nine per file for similar names.
 *
 * @param list the name of the list of lines in the input
 */
export async function resolveLines(
  context: Context,
  items: readonly ImportItem[],
  check: ImportCheck,
  list: 'products' | 'lines' = 'products',
): Promise<InputOf> {
  const supermarkets = await recordsNamed(context, 'supermarkets', namesInItems(items, 'supermarket'), check);
  const branches = await recordsNamed(context, 'branches', namesInItems(items, 'branch'), check);
  const inLines = items.flatMap(({ lines }) =>
    lines.flatMap(({ values }) => (values.product as string | undefined) ?? []),
  );
  const products = await recordsNamed(context, 'products', inLines, check);
  return ({ values: { supermarket, branch, ...values }, lines }, faults) => {
    const own = findNamed(supermarkets, 'supermarket', supermarket, faults);
    const supermarketId = own?.id ?? values.supermarketId;
    const isInside = ({ supermarket_id }: Placed) =>
      supermarketId === undefined || String(supermarket_id) === String(supermarketId);
    const place = findNamed(branches, 'branch', branch, faults, isInside);
    return {
      ...values,
      supermarketId: idText(supermarketId ?? place?.supermarket_id),
      branchId: idText(place?.id ?? values.branchId),
      [list]: lines.map((row, at) => resolvedLine(row, `${list}[${at}]`, products, { faults, check })),
    };
  };
}

interface Findings {
  faults: Fault[];
  check: ImportCheck;
}

function resolvedLine(
  { row, values, texts }: ImportRow,
  line: string,
  products: RecordNames,
  { faults, check }: Findings,
): object {
  const product = findNamed(products, 'product', values.product, faults, undefined, `${line}.product`);
  const isCase =
    product && isGtin(values.product, product.case_gtin) && !isGtin(values.product, product.gtin);
  if (isCase)
    addNote(
      check,
      `Row ${row}: ${String(values.product)} is the GTIN of a case of ${product.name}. The quantity ${String(values.quantity)} counts the unit of the product, not cases`,
    );
  const stated = values[LINE_UNIT] ?? unitAfter(texts.quantity);
  const unit = PRODUCT_UNIT.values.find((each) => each === stated);
  if (product && unit !== undefined && unit !== product.unit)
    faults.push(
      faultAt(`${line}.${LINE_UNIT in values ? LINE_UNIT : 'quantity'}`, unitMismatch(unit, product)),
    );
  return { productId: idText(product?.id ?? values.productId), quantity: values.quantity };
}

/** Returns the unit that a quantity such as `5 Stk` names. */
function unitAfter(quantity = ''): string | undefined {
  const name = lastWord(quantity);
  return name === '' ? undefined : unitName(name);
}

/** Returns the error for a quantity in another unit than the product's, such as cases instead of pieces. */
function unitMismatch(unit: string, { name, unit: own = '' }: NamedRecord): Violation {
  return violation(
    'other_unit',
    `is ${unit}, but quantities of ${name} are in the unit ${own}. Convert the quantity, or change the unit of the product`,
    { unit: own },
  );
}

function namesInItems(items: readonly ImportItem[], name: string): string[] {
  return items.flatMap(({ values }) => (values[name] as string | undefined) ?? []);
}

function idText(id: unknown): string | undefined {
  return id === undefined ? undefined : String(id);
}
