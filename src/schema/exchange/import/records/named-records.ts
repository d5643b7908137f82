import { type Violation, violation } from '../../../../problems.ts';
import { Prisma } from '../../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../../core/context.ts';
import { type Fault, faultAt } from '../../../core/errors.ts';
import { identifier } from '../../../core/noun/texts.ts';
import { paddedGtin } from '../../../core/noun/trade-numbers.ts';
import { withReferences } from '../../../core/upsert/with-references.ts';
import type { ImportCheck } from '../columns/import-check.ts';
import { type NamedTable, type NearNames, nearNames } from '../columns/near-names.ts';

/** The maximum number of products with the same name or GTIN that are read per row. */
const MAX_NAMESAKES = 100;

export interface NamedRecord {
  id: bigint;
  reference: string | null;
  name: string;
  number?: string;
  supermarket_id?: bigint;
  gln?: string | null;
  gtin?: string | null;
  case_gtin?: string | null;
  unit?: string;
}

type Index = ReadonlyMap<string, NamedRecord[]>;

/** The records by the texts that name them, and by similar texts. */
export interface RecordNames {
  index: Index;
  near: NearNames;
}

export type Placed = Pick<NamedRecord, 'supermarket_id'>;

const READERS: Record<NamedTable, (context: Context, texts: string[]) => Promise<Index>> = {
  supermarkets: readSupermarkets,
  branches: readNamedBranches,
  products: readNamedProducts,
};

/** Looks up the records that texts name, and those with similar names, if there are unknown texts. */
export async function recordsNamed(
  context: Context,
  table: NamedTable,
  texts: string[],
  check: ImportCheck,
): Promise<RecordNames> {
  const index = await READERS[table](context, texts);
  const unknown = texts.filter((text) => !index.has(text) && !index.has(identifier(text)));
  return { index, near: await nearNames(context, table, unknown, check) };
}

/**
 * Returns the record that a text names, or adds a fault. References take precedence over numbers, and numbers
 * over names.
 */
export function findNamed(
  { index, near }: RecordNames,
  noun: string,
  text: unknown,
  faults: Fault[],
  isPossible: (record: Placed) => boolean = () => true,
  path = noun,
): NamedRecord | undefined {
  if (text === undefined) return undefined;
  const key = identifier(String(text));
  const referred = (index.get(key) ?? []).filter(isPossible);
  const found = (index.get(String(text)) ?? []).filter(isPossible);
  const exact =
    referred.find(({ reference }) => reference === key) ??
    found.find(({ number }) => number === text) ??
    found.find(({ gln, gtin }) => gln === text || isGtin(text, gtin)) ??
    found.find((record) => isGtin(text, record.case_gtin));
  if (exact) return exact;
  if (found.length === 1) return found[0];
  const count = found.length;
  const wrong =
    count === 0
      ? unknownName(noun, (near.get(String(text)) ?? []).filter(isPossible))
      : violation('ambiguous_name', `is the name of ${count} of them. Use the reference`, { count });
  faults.push(faultAt(path, wrong));
  return undefined;
}

/** Returns the error for a text that names no record, with the similar record if there is only one. */
function unknownName(noun: string, [near, another]: { meant: string }[]): Violation {
  const wording = `is neither the reference${IDENTIFIER_HINTS[noun] ?? ''} nor the name of a ${noun}`;
  if (!near || another) return violation('unknown_name', wording);
  return violation('near_name', `${wording}. Did you mean ${near.meant}?`, { meant: near.meant });
}

const IDENTIFIER_HINTS: Partial<Record<string, string>> = { branch: ', the GLN', product: ', the GTIN' };

export function isGtin(text: unknown, gtin: string | null | undefined): boolean {
  return gtin != null && GTIN_FORM.test(String(text)) && paddedGtin(gtin) === paddedGtin(String(text));
}

const GTIN_FORM = /^(\d{8}|\d{12,14})$/;
const GLN_FORM = /^\d{13}$/;

/** Returns the texts in the form of references, which differs from that of names. */
function asIdentifiers(texts: readonly string[]): string[] {
  return texts.map((each) => identifier(each));
}

function indexed(records: NamedRecord[]): Index {
  const index = new Map<string, NamedRecord[]>();
  for (const record of records) {
    const { reference, number, name, gln, gtin, case_gtin: caseGtin } = record;
    for (const text of new Set([reference, number, name, gln, ...gtinsLike(gtin), ...gtinsLike(caseGtin)])) {
      if (text == null) continue;
      const same = index.get(text);
      if (same) same.push(record);
      else index.set(text, [record]);
    }
  }
  return index;
}

/** Returns the forms of a GTIN, with and without leading zeros. */
function gtinsLike(gtin: string | null | undefined): string[] {
  if (gtin == null) return [];
  const digits = paddedGtin(gtin);
  return [8, 12, 13, 14]
    .filter((length) => /^0*$/.test(digits.slice(0, -length)))
    .map((length) => digits.slice(-length));
}

async function readSupermarkets(context: Context, texts: string[]): Promise<Index> {
  if (texts.length === 0) return new Map();
  return indexed(
    await context.db.$queryRaw<NamedRecord[]>`
      SELECT id, reference, name FROM supermarkets
      WHERE account_id = ${accountOf(context)}
        AND (reference = ANY(${asIdentifiers(texts)}::text[]) OR name = ANY(${texts}::text[]))`,
  );
}

async function readNamedBranches(context: Context, texts: string[]): Promise<Index> {
  if (texts.length === 0) return new Map();
  const glns = texts.filter((text) => GLN_FORM.test(text));
  return indexed(
    await context.db.$queryRaw<NamedRecord[]>`
      SELECT id, reference, name, supermarket_id, gln FROM branches
      WHERE account_id = ${accountOf(context)}
        AND (reference = ANY(${asIdentifiers(texts)}::text[]) OR name = ANY(${texts}::text[])
             OR gln = ANY(${glns}::text[]))`,
  );
}

async function readNamedProducts(context: Context, texts: string[]): Promise<Index> {
  if (texts.length === 0) return new Map();
  const accountId = accountOf(context);
  const references = [...new Set(texts)];
  const columns = Prisma.sql`id, reference, name, sequential_id AS number, gtin, case_gtin, unit`;
  const gtins = references.filter((text) => GTIN_FORM.test(text)).map(paddedGtin);
  // In two statements: for both columns together, the planner expects most rows of the account.
  const withGtins = (column: 'gtin' | 'case_gtin') => Prisma.sql`
      SELECT numbered.* FROM unnest(${gtins}::text[]) AS given (digits), LATERAL (
        SELECT ${columns} FROM products
        WHERE account_id = ${accountId} AND lpad(${Prisma.raw(column)}, 14, '0') = given.digits
        LIMIT ${MAX_NAMESAKES}
      ) AS numbered`;
  const numbers = references.flatMap((text) => /^P-(\d{1,16})$/.exec(text)?.[1] ?? []);
  return indexed(
    await context.db.$queryRaw<NamedRecord[]>`
      ${withReferences({ noun: 'Product', accountId, references: asIdentifiers(references), columns })}
      UNION
      SELECT ${columns} FROM products
      WHERE account_id = ${accountId} AND sequence_number = ANY(${numbers}::bigint[])
      UNION
      ${withGtins('gtin')}
      UNION
      ${withGtins('case_gtin')}
      UNION
      SELECT named.* FROM unnest(${references}::text[]) AS given (name), LATERAL (
        SELECT ${columns} FROM products product
        WHERE product.account_id = ${accountId} AND product.name = given.name LIMIT ${MAX_NAMESAKES}
      ) AS named`,
  );
}
