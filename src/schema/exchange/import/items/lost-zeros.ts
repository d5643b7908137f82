import { type Violation, violation } from '../../../../problems.ts';
import { Prisma } from '../../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../../core/context.ts';
import { holdsReference, nounTable } from '../../../core/noun/noun-sql.ts';
import { NOUNS, type Referenced } from '../../../core/nouns.ts';
import { ask, type ItemWriteOptions } from '../columns/import-check.ts';
import { withReferences } from '../../../core/upsert/with-references.ts';

/** Returns why a new reference is refused, or undefined if it can be used. */
export type ZeroCheck = (reference: string) => Violation | undefined;

/**
 * Returns a check of new references that differ from stored ones only by leading zeros, which spreadsheets
 * remove. If the sender chose nothing, they are asked.
 */
export async function lostZeros(
  context: Context,
  noun: Referenced,
  references: readonly string[],
  { check, choices, isDownload }: ItemWriteOptions,
): Promise<ZeroCheck> {
  const numbers = references.filter((reference) => /^\d+$/.test(reference));
  if (choices.lostZeros === 'keep' || isDownload || numbers.length === 0) return () => undefined;
  const withZeros = check.zeros.get(noun) ?? (await zeroReferences(context, noun));
  check.zeros.set(noun, withZeros);
  const bare = numbers.filter((number) => number.startsWith('0')).map(stripped);
  const withoutZeros = new Map(
    (
      await context.db.$queryRaw<{ reference: string }[]>(
        withReferences({
          noun,
          accountId: accountOf(context),
          references: bare,
          columns: Prisma.sql`record.reference`,
        }),
      )
    ).map(({ reference }) => [reference, reference]),
  );
  return (reference) => {
    if (!/^\d+$/.test(reference)) return undefined;
    const key = stripped(reference);
    const inFile = check.stripped.get(`${noun} ${key}`);
    check.stripped.set(`${noun} ${key}`, reference);
    const other = [withZeros.get(key), withoutZeros.get(key), inFile].find(
      (each) => each !== undefined && each !== reference,
    );
    if (other === undefined) return undefined;
    if (choices.lostZeros === undefined) {
      ask(check, question(noun, other, reference, other === inFile));
      return undefined;
    }
    return other.length > reference.length
      ? violation(
          'lost_zeros',
          `has lost leading zeros: the account has ${other}. Format the column as text and enter the number again`,
          { meant: other },
        )
      : violation(
          'excess_zeros',
          `has leading zeros, but the account has ${other}. Enter the number as the account has it`,
          { meant: other },
        );
  };
}

function question(noun: Referenced, other: string, reference: string, isInFile: boolean) {
  const has = isInFile ? 'The file has' : 'The account has';
  return {
    code: 'lost_zeros' as const,
    message: `${has} ${other}. Is ${reference} another ${NOUNS[noun].word}? Spreadsheets remove leading zeros`,
    option: 'lost_zeros' as const,
    choices: ['keep', 'refuse'],
  };
}

function stripped(reference: string): string {
  return reference.replace(/^0+(?=\d)/, '');
}

/** Returns the references with leading zeros, at most as many as the quota of records. */
async function zeroReferences(context: Context, noun: Referenced): Promise<ReadonlyMap<string, string>> {
  const found = await context.db.$queryRaw<{ reference: string }[]>`
    SELECT reference FROM ${nounTable(noun)}
    WHERE account_id = ${accountOf(context)} AND reference LIKE '0%' AND ${holdsReference(noun)}`;
  return new Map(found.map(({ reference }) => [stripped(reference), reference]));
}
