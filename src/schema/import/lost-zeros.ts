import { Prisma } from '../../generated/prisma/client.ts';
import { accountOf, type Context } from '../context.ts';
import { ask, type ItemWriteOptions } from './import-check.ts';
import { withReferences } from '../upsert/with-references.ts';

type ReferencedTable = 'products' | 'supermarkets' | 'branches';

const NOUNS: Record<ReferencedTable, string> = {
  products: 'product',
  supermarkets: 'supermarket',
  branches: 'branch',
};

/** Returns why a new reference is refused, or undefined if it can be used. */
export type ZeroCheck = (reference: string) => string | undefined;

/**
 * Finds out whether new references are those of other records but for leading zeros, which spreadsheets remove. Without
 * a choice of the sender a check asks, and a run refuses.
 */
export async function lostZeros(
  context: Context,
  table: ReferencedTable,
  references: readonly string[],
  { check, choices, isDownload }: ItemWriteOptions,
): Promise<ZeroCheck> {
  const numbers = references.filter((reference) => /^\d+$/.test(reference));
  if (choices.lostZeros === 'keep' || isDownload || numbers.length === 0) return () => undefined;
  const withZeros = check?.zeros.get(table) ?? (await zeroReferences(context, table));
  check?.zeros.set(table, withZeros);
  const bare = numbers.filter((number) => number.startsWith('0')).map(stripped);
  const withoutZeros = new Map(
    (
      await context.db.$queryRaw<{ reference: string }[]>(
        withReferences({
          table,
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
    const inFile = check?.stripped.get(`${table} ${key}`);
    check?.stripped.set(`${table} ${key}`, reference);
    const other = [withZeros.get(key), withoutZeros.get(key), inFile].find(
      (each) => each !== undefined && each !== reference,
    );
    if (other === undefined) return undefined;
    if (check && choices.lostZeros === undefined) {
      ask(check, question(table, other, reference, other === inFile));
      return undefined;
    }
    return other.length > reference.length
      ? `has lost leading zeros: the account has ${other}. Format the column as text and enter the number again`
      : `has leading zeros, but the account has ${other}. Enter the number as the account has it`;
  };
}

function question(table: ReferencedTable, other: string, reference: string, isInFile: boolean) {
  const has = isInFile ? 'The file has' : 'The account has';
  return {
    code: 'lost_zeros' as const,
    message: `${has} ${other}. Is ${reference} another ${NOUNS[table]}? Spreadsheets remove leading zeros`,
    option: 'lost_zeros' as const,
    choices: ['keep', 'refuse'],
  };
}

function stripped(reference: string): string {
  return reference.replace(/^0+(?=\d)/, '');
}

/** Returns the references with leading zeros, at most as many as the account may have records. */
async function zeroReferences(
  context: Context,
  table: ReferencedTable,
): Promise<ReadonlyMap<string, string>> {
  const found = await context.db.$queryRaw<{ reference: string }[]>`
    SELECT reference FROM ${Prisma.raw(table)}
    WHERE account_id = ${accountOf(context)} AND reference LIKE '0%'`;
  return new Map(found.map(({ reference }) => [stripped(reference), reference]));
}
