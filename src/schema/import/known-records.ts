import { Prisma } from '../../generated/prisma/client.ts';
import { accountOf, type Context } from '../context.ts';
import { faultAt } from '../errors.ts';
import type { Result } from '../upsert/rows.ts';
import { withReferences } from '../upsert/with-references.ts';
import type { ImportItem } from './import-item.ts';

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

type Table = keyof typeof NOUNS;

interface Known {
  id: bigint;
  number: bigint;
  reference: string | null;
  holds: boolean;
}

/** What a check remembers of the account's references with leading zeros. */
export interface ZeroReferences {
  /** By what is left without the zeros. */
  zeros?: ReadonlyMap<string, string>;
}

/** Finds the records that have the numbers of items. References come first, and identify records without numbers too. */
export async function knownRecords(
  context: Context,
  table: Table,
  items: readonly ImportItem[],
  checked?: ZeroReferences,
): Promise<{ ids: (bigint | undefined)[]; refused: Result[] }> {
  const numbers = items.flatMap(({ number }) => numberIn(number) ?? []);
  const references = items.flatMap(({ values }) => (values.reference as string | undefined) ?? []);
  const accountId = accountOf(context);
  const columns = Prisma.sql`id, ${NUMBERS[table]} AS number, reference, ${HOLDS[table]} AS holds`;
  const known = await context.db.$queryRaw<Known[]>`
    ${withReferences({ table, accountId, references, columns })}
    UNION
    SELECT ${columns} FROM ${Prisma.raw(table)}
    WHERE account_id = ${accountId} AND ${NUMBERS[table]} = ANY(${numbers}::bigint[])`;
  const byReference = new Map(known.filter(({ holds }) => holds).map((record) => [record.reference, record]));
  const byNumber = new Map(known.map((record) => [record.number, record]));
  const zeros = checked && (await zeroReferences(context, table, checked));
  const refused: Result[] = [];
  const ids = items.map(({ number, values }, index) => {
    const reference = values.reference as string | undefined;
    const numbered = byNumber.get(numberIn(number) ?? -1n);
    // Number and reference agree, also of a cancelled delivery whose reference another one holds.
    if (reference !== undefined && numbered?.reference === reference) return numbered.id;
    const own = reference === undefined ? undefined : byReference.get(reference);
    if (own) return own.id;
    // A record with another reference is another record, such as one of the account that the file came from.
    if (numbered && (reference === undefined || numbered.reference === null)) return numbered.id;
    const whole = reference === undefined ? undefined : zeros?.get(reference);
    if (whole !== undefined) {
      const problem = `has lost leading zeros: the account has ${whole}. Format the column as text and enter the number again`;
      refused.push(refusedAt(index, 'reference', problem));
    } else if (reference === undefined && number !== undefined) {
      refused.push(
        refusedAt(index, 'number', `is not the number of a ${NOUNS[table]}. New records need a reference`),
      );
    } else if (reference === undefined) {
      refused.push(
        refusedAt(index, 'reference', 'is required: importing the file again finds the record by it'),
      );
    }
    return undefined;
  });
  return { ids, refused };
}

function refusedAt(index: number, field: string, problem: string): Result {
  return { index, outcome: 'refused', id: null, error: faultAt(field, problem) };
}

/** Reads `P-0017` and `17`. */
function numberIn(number: string | undefined): bigint | undefined {
  const [, digits] = /^(?:P-)?(\d{1,16})$/i.exec(number ?? '') ?? [];
  return digits === undefined ? undefined : BigInt(digits);
}

/** Returns the references with leading zeros, at most as many as the account may have records. */
async function zeroReferences(
  context: Context,
  table: Table,
  checked: ZeroReferences,
): Promise<ReadonlyMap<string, string>> {
  if (table === 'deliveries') return new Map();
  if (checked.zeros) return checked.zeros;
  const found = await context.db.$queryRaw<{ reference: string }[]>`
    SELECT reference FROM ${Prisma.raw(table)}
    WHERE account_id = ${accountOf(context)} AND reference LIKE '0%'`;
  checked.zeros = new Map(found.map(({ reference }) => [reference.replace(/^0+/, ''), reference]));
  return checked.zeros;
}
