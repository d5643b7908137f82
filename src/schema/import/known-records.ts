import { Prisma } from '../../generated/prisma/client.ts';
import { accountOf, type Context } from '../context.ts';
import { DELIVERY_FIELDS } from '../delivery/fields.ts';
import { faultAt } from '../errors.ts';
import type { Fields } from '../fields.ts';
import { snakeOf } from '../names.ts';
import { PRODUCT_FIELDS } from '../product/fields.ts';
import { SUPERMARKET_FIELDS } from '../supermarket/fields.ts';
import type { RowResult } from '../upsert/rows.ts';
import { withReferences } from '../upsert/with-references.ts';
import type { ItemWriteOptions } from './import-check.ts';
import { dateText } from './cell/dates.ts';
import { IDENTIFIERS } from './import-fields.ts';
import { type ImportItem, REFERENCE_REQUIRED } from './import-item.ts';
import { lostZeros } from './lost-zeros.ts';

const NOUNS = { products: 'product', supermarkets: 'supermarket', deliveries: 'delivery' };
const NUMBERS = {
  products: Prisma.sql`sequence_number`,
  supermarkets: Prisma.sql`id`,
  deliveries: Prisma.sql`id`,
};
/** Whether a record holds its reference: a cancelled delivery has given it up. */
const HOLDS = {
  products: Prisma.sql`true`,
  supermarkets: Prisma.sql`true`,
  deliveries: Prisma.sql`status <> 'cancelled'`,
};

type ImportedTable = keyof typeof NOUNS;

/** The fields of a record that can consist of digits, of which a spreadsheet removes leading zeros. */
const DIGITS = {
  products: identifiersOf(PRODUCT_FIELDS),
  supermarkets: identifiersOf(SUPERMARKET_FIELDS),
  deliveries: identifiersOf(DELIVERY_FIELDS),
} satisfies Record<ImportedTable, string[]>;

function identifiersOf(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => IDENTIFIERS.has(name));
}

type RecordIdentity = { id: bigint; number: bigint; reference: string | null; holds: boolean } & Record<
  string,
  unknown
>;

/** Finds the records that have the numbers of items. References come first, and identify records without numbers too. */
export async function knownRecords(
  context: Context,
  table: ImportedTable,
  items: readonly ImportItem[],
  options: ItemWriteOptions,
): Promise<{ ids: (bigint | undefined)[]; refused: RowResult[] }> {
  const numbers = items.flatMap(({ number }) => numberIn(number) ?? []);
  const references = items.flatMap(({ values }) => (values.reference as string | undefined) ?? []);
  const accountId = accountOf(context);
  const digits = DIGITS[table].map((name) => Prisma.raw(snakeOf(name)));
  const columns = Prisma.sql`id, ${NUMBERS[table]} AS number, ${HOLDS[table]} AS holds, ${Prisma.join(digits)}`;
  const stored = await context.db.$queryRaw<RecordIdentity[]>`
    ${withReferences({ table, accountId, references, columns })}
    UNION
    SELECT ${columns} FROM ${Prisma.raw(table)}
    WHERE account_id = ${accountId} AND ${NUMBERS[table]} = ANY(${numbers}::bigint[])`;
  const byReference = new Map(
    stored.filter(({ holds }) => holds).map((record) => [record.reference, record]),
  );
  const byNumber = new Map(stored.map((record) => [record.number, record]));
  const found = items.map(({ number, values }) => {
    const numbered = byNumber.get(numberIn(number) ?? -1n);
    if (numbered && options.isDownload) restoreIdentifiers(table, values, numbered);
    const reference = values.reference as string | undefined;
    // Number and reference agree, also of a cancelled delivery whose reference another one holds.
    if (reference !== undefined && numbered?.reference === reference) return numbered;
    const own = reference === undefined ? undefined : byReference.get(reference);
    // A record with another reference is another record, such as one of the account that the file came from.
    const isSame = numbered && (reference === undefined || numbered.reference === null);
    return own ?? (isSame ? numbered : undefined);
  });
  const fresh = items.flatMap(({ values: { reference } }, index) =>
    found[index] || reference === undefined ? [] : [reference as string],
  );
  const zeroProblem =
    table === 'deliveries' ? () => undefined : await lostZeros(context, table, fresh, options);
  const refused: RowResult[] = [];
  for (const [index, { number, values }] of items.entries()) {
    if (found[index]) continue;
    const reference = values.reference as string | undefined;
    const problem = reference === undefined ? undefined : zeroProblem(reference);
    if (problem !== undefined) refused.push(refusedAt(index, 'reference', problem));
    else if (reference === undefined && number !== undefined)
      refused.push(
        refusedAt(index, 'number', `is not the number of a ${NOUNS[table]}. New records need a reference`),
      );
    else if (reference === undefined) refused.push(refusedAt(index, 'reference', REFERENCE_REQUIRED));
  }
  return { ids: found.map((record) => record?.id), refused };
}

/** A spreadsheet that opened and saved our download damaged numbers and dates. Our number says which record it is. */
function restoreIdentifiers(
  table: ImportedTable,
  values: Record<string, unknown>,
  record: RecordIdentity,
): void {
  for (const name of DIGITS[table]) {
    const [given, stored] = [values[name], record[snakeOf(name)]];
    if (typeof given !== 'string' || typeof stored !== 'string' || given === stored) continue;
    if (isSameInSpreadsheets(stored, given)) values[name] = stored;
  }
}

const NUMBER = /^[-+]?\d+(?:\.\d+)?(?:E[-+]?\d+)?$/i;

/** Returns whether spreadsheets take a text for the number or the day of another text: 0012 is 12, and 1E5 is 100000. */
function isSameInSpreadsheets(stored: string, given: string): boolean {
  if (NUMBER.test(stored) && NUMBER.test(given)) return Number(stored) === Number(given);
  const [own, other] = [dateText(stored), dateText(given)];
  if (!own || !other || 'problem' in own || 'problem' in other) return false;
  const days = 'day' in other ? [other.day] : Object.values(other.days);
  return days.some((day) => ('day' in own ? own.day === day : Object.values(own.days).includes(day)));
}

function refusedAt(index: number, field: string, problem: string): RowResult {
  return { index, outcome: 'refused', id: null, error: faultAt(field, problem) };
}

/** Reads `P-0017` and `17`. */
function numberIn(number: string | undefined): bigint | undefined {
  const [, digits] = /^(?:P-)?(\d{1,16})$/i.exec(number ?? '') ?? [];
  return digits === undefined ? undefined : BigInt(digits);
}
