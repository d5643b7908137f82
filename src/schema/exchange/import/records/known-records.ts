import { type Violation, violation } from '../../../../problems.ts';
import { Prisma } from '../../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../../core/context.ts';
import { faultAt } from '../../../core/errors.ts';
import type { Fields } from '../../../core/noun/fields.ts';
import { snakeOf } from '../../../core/noun/names.ts';
import { holdsReference, numberOf, tableOf } from '../../../core/noun/noun-sql.ts';
import { NOUNS, type Referenced } from '../../../core/nouns.ts';
import type { RowResult } from '../../../core/upsert/rows.ts';
import { withReferences } from '../../../core/upsert/with-references.ts';
import type { ItemWriteOptions } from '../columns/import-check.ts';
import { dateText } from '../columns/cell/dates.ts';
import { type ImportItem, REFERENCE_REQUIRED } from '../items/import-item.ts';
import { lostZeros } from '../items/lost-zeros.ts';

/** The kind of records in a file. */
interface Imported {
  noun: Referenced;
  fields: Fields;
}

type RecordIdentity = { id: bigint; number: bigint; reference: string | null; holds: boolean } & Record<
  string,
  unknown
>;

/**
 * Returns the stored record of each item, found by its reference or else by its number; undefined for none.
 */
export async function knownRecords(
  context: Context,
  { noun, fields }: Imported,
  items: readonly ImportItem[],
  options: ItemWriteOptions,
): Promise<{ ids: (bigint | undefined)[]; refused: RowResult[] }> {
  const numbers = items.flatMap(({ number }) => numberIn(number) ?? []);
  const references = items.flatMap(({ values }) => (values.reference as string | undefined) ?? []);
  const accountId = accountOf(context);
  const identifiers = identifiersOf(fields);
  const values = Prisma.join(identifiers.map((name) => Prisma.raw(snakeOf(name))));
  const columns = Prisma.sql`id, ${numberOf(noun)} AS number, ${holdsReference(noun)} AS holds, ${values}`;
  const stored = await context.db.$queryRaw<RecordIdentity[]>`
    ${withReferences({ noun, accountId, references, columns })}
    UNION
    SELECT ${columns} FROM ${tableOf(noun)}
    WHERE account_id = ${accountId} AND ${numberOf(noun)} = ANY(${numbers}::bigint[])`;
  const byReference = new Map(
    stored.filter(({ holds }) => holds).map((record) => [record.reference, record]),
  );
  const byNumber = new Map(stored.map((record) => [record.number, record]));
  const found = items.map(({ number, values }) => {
    const numbered = byNumber.get(numberIn(number) ?? -1n);
    if (numbered && options.isDownload) restoreIdentifiers(identifiers, values, numbered);
    const reference = values.reference as string | undefined;
    // Number and reference match, even if another delivery holds the reference of a cancelled one.
    if (reference !== undefined && numbered?.reference === reference) return numbered;
    const own = reference === undefined ? undefined : byReference.get(reference);
    // A number with another reference is another record, such as one of the account that the file came from.
    const isSame = numbered && (reference === undefined || numbered.reference === null);
    return own ?? (isSame ? numbered : undefined);
  });
  const fresh = items.flatMap(({ values: { reference } }, index) =>
    found[index] || reference === undefined ? [] : [reference as string],
  );
  const zeroProblem = noun === 'Delivery' ? () => undefined : await lostZeros(context, noun, fresh, options);
  const refused: RowResult[] = [];
  for (const [index, { number, values }] of items.entries()) {
    if (found[index]) continue;
    const reference = values.reference as string | undefined;
    const wrong = reference === undefined ? undefined : zeroProblem(reference);
    if (wrong) refused.push(refusedAt(index, 'reference', wrong));
    else if (reference === undefined && number !== undefined)
      refused.push(
        refusedAt(
          index,
          'number',
          violation(
            'unknown_number',
            `is not the number of a ${NOUNS[noun].word}. New records need a reference`,
          ),
        ),
      );
    else if (reference === undefined) refused.push(refusedAt(index, 'reference', REFERENCE_REQUIRED));
  }
  return { ids: found.map((record) => record?.id), refused };
}

function identifiersOf(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, { kind }]) => (kind.isIdentifier ? [name] : []));
}

/**
 * Restores identifiers that a spreadsheet damaged when it saved our download, such as numbers and dates. The
 * sequential number identifies the record.
 */
function restoreIdentifiers(
  identifiers: readonly string[],
  values: Record<string, unknown>,
  record: RecordIdentity,
): void {
  for (const name of identifiers) {
    const [given, stored] = [values[name], record[snakeOf(name)]];
    if (typeof given !== 'string' || typeof stored !== 'string' || given === stored) continue;
    if (isSameInSpreadsheets(stored, given)) values[name] = stored;
  }
}

const NUMBER = /^[-+]?\d+(?:\.\d+)?(?:E[-+]?\d+)?$/i;

/** Returns whether spreadsheets read two texts as the same number or day: 0012 is 12, and 1E5 is 100000. */
function isSameInSpreadsheets(stored: string, given: string): boolean {
  if (NUMBER.test(stored) && NUMBER.test(given)) return Number(stored) === Number(given);
  const [own, other] = [dateText(stored), dateText(given)];
  if (!own || !other || 'found' in own || 'found' in other) return false;
  const days = 'day' in other ? [other.day] : Object.values(other.days);
  return days.some((day) => ('day' in own ? own.day === day : Object.values(own.days).includes(day)));
}

function refusedAt(index: number, field: string, found: Violation): RowResult {
  return { index, outcome: 'refused', id: null, error: faultAt(field, found) };
}

/** Reads `P-0017` and `17`. */
function numberIn(number: string | undefined): bigint | undefined {
  const [, digits] = /^(?:P-)?(\d{1,16})$/i.exec(number ?? '') ?? [];
  return digits === undefined ? undefined : BigInt(digits);
}
