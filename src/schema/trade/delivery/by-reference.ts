import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { violation } from '../../../problems.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { AppError, type Fault, fault, faultAt } from '../../core/errors.ts';
import { CREATE, type Field, type Fields } from '../../core/noun/fields.ts';
import { IDENTIFIER } from '../../core/noun/kinds.ts';
import { reference } from '../../core/noun/trade-numbers.ts';
import { valid } from '../../core/noun/valid.ts';
import type { Referenced } from '../../core/nouns.ts';
import type { RowTerms } from '../../core/upsert/rows.ts';
import { withReferences } from '../../core/upsert/with-references.ts';
import { DELIVERY_FIELDS, LINE_FIELDS } from './fields.ts';

/** A field of an input that names a record by its reference, in place of the one with its id. */
interface Naming {
  noun: Referenced & ('Supermarket' | 'Branch' | 'Product');
  id: string;
  by: string;
}

const OWN: readonly Naming[] = [
  { noun: 'Supermarket', id: 'supermarketId', by: 'supermarketReference' },
  { noun: 'Branch', id: 'branchId', by: 'branchReference' },
];
const OF_LINES: readonly Naming[] = [{ noun: 'Product', id: 'productId', by: 'productReference' }];
const WORDS = { Supermarket: 'supermarket', Branch: 'branch', Product: 'product' };

/** The fields of a delivery's input, whose records can be named by their references. */
export const DELIVERY_INPUT = {
  ...named(DELIVERY_FIELDS, OWN),
  products: {
    ...DELIVERY_FIELDS.products,
    kind: {
      ...DELIVERY_FIELDS.products.kind,
      list: { ...DELIVERY_FIELDS.products.kind.list, fields: named(LINE_FIELDS, OF_LINES) },
    },
  },
} as typeof DELIVERY_FIELDS;

function named(fields: Fields, namings: readonly Naming[]): Fields {
  const members = Object.entries(fields).flatMap(([name, field]): [string, Field][] => {
    const naming = namings.find(({ id }) => id === name);
    if (!naming) return [[name, field]];
    const word = WORDS[naming.noun];
    const byReference: Field = {
      kind: IDENTIFIER,
      rule: reference,
      in: CREATE,
      restIn: CREATE,
      isOptional: true,
      insteadOf: name,
      is: `the reference of the ${word}, in place of its \`id\``,
      example: undefined,
    };
    return [
      [name, { ...field, isOptional: true }],
      [naming.by, byReference],
    ];
  });
  return Object.fromEntries(members);
}

/** An input whose records are named by ids alone, and what is wrong with its references. */
export interface Identified extends RowTerms {
  input: unknown;
}

type Values = Record<string, unknown>;

/** A reference of an input, and where it stands. */
interface Mention {
  naming: Naming;
  holder: Values;
  /** The path of its holder with a dot; empty for the input itself. */
  prefix: string;
}

/**
 * Replaces the references of inputs by the ids of the account's records, with one statement for each noun. A reference
 * that is unknown, or stands beside an id, is a fault; an id that no record has takes its place, so that the rules find
 * what else is wrong.
 */
export async function identified(context: Context, inputs: readonly unknown[]): Promise<Identified[]> {
  const copies = inputs.map(copied);
  const mentions = copies.map(mentionsIn);
  const ids = await idsOf(context, mentions.flat());
  return copies.map((input, index) => {
    const faults: Fault[] = [];
    const paths = new Map<string, string>();
    for (const { naming, holder, prefix } of mentions[index]!) {
      const { id, by, noun } = naming;
      const path = `${prefix}${by}`;
      const wrong = wrongWith(naming, holder, path, ids);
      if (wrong) faults.push(...wrong);
      holder[id] = wrong
        ? String(Number.MAX_SAFE_INTEGER - paths.size)
        : String(ids.get(noun)!.get(holder[by] as string));
      paths.set(`${prefix}${id}`, path);
      delete holder[by];
    }
    return { input, faults, pathOf: (path) => paths.get(path) ?? path };
  });
}

/**
 * Runs `work` with an input whose records are named by ids alone.
 *
 * @throws AppError for its references, or that of `work` with the fields that the caller sent
 */
export async function inTermsOf<Result>(
  context: Context,
  input: unknown,
  work: (input: unknown) => Promise<Result>,
): Promise<Result> {
  const [one] = await identified(context, [input]);
  const [first, ...others] = one!.faults;
  if (first) throw new AppError(first, ...others);
  return work(one!.input).catch((error: unknown) => {
    const isRenamed = (each: Fault) => each.field !== null && one!.pathOf(each.field) !== each.field;
    throw error instanceof AppError && error.faults.some(isRenamed) ? error.renamed(one!.pathOf) : error;
  });
}

function copied(input: unknown): unknown {
  if (!isObject(input)) return input;
  const { products } = input;
  return {
    ...input,
    ...(Array.isArray(products) && {
      products: products.map((line: unknown) => (isObject(line) ? { ...line } : line)),
    }),
  };
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mentionsIn(input: unknown): Mention[] {
  if (!isObject(input)) return [];
  const lines = Array.isArray(input.products) ? (input.products as unknown[]) : [];
  const inLines = lines.flatMap((line, index) =>
    isObject(line) ? mentionsOf(OF_LINES, line, `products[${index}].`) : [],
  );
  return [...mentionsOf(OWN, input, ''), ...inLines];
}

function mentionsOf(namings: readonly Naming[], holder: Values, prefix: string): Mention[] {
  for (const { by } of namings) if (holder[by] == null) delete holder[by];
  return namings.filter(({ by }) => holder[by] !== undefined).map((naming) => ({ naming, holder, prefix }));
}

type Ids = ReadonlyMap<Naming['noun'], ReadonlyMap<string, bigint>>;

async function idsOf(context: Context, mentions: readonly Mention[]): Promise<Ids> {
  const ids = new Map<Naming['noun'], Map<string, bigint>>();
  for (const { noun, by } of [...OWN, ...OF_LINES]) {
    const references = mentions
      .filter(({ naming }) => naming.noun === noun)
      .map(({ holder }) => reference.safeParse(holder[by]).data)
      .filter((each) => each !== undefined);
    if (references.length === 0) continue;
    const found = await context.db.$queryRaw<{ id: bigint; reference: string }[]>(
      withReferences({
        noun,
        accountId: accountOf(context),
        references: [...new Set(references)],
        columns: Prisma.sql`id, reference`,
      }),
    );
    ids.set(noun, new Map(found.map((each) => [each.reference, each.id])));
  }
  return ids;
}

function wrongWith(
  { noun, id, by }: Naming,
  holder: Values,
  path: string,
  ids: Ids,
): readonly Fault[] | undefined {
  if (holder[id] != null) {
    const other = path.slice(0, -by.length) + id;
    const both = violation('named_twice', 'must be left out beside the id', { other });
    return [faultAt(path, both)];
  }
  const { data } = reference.safeParse(holder[by]);
  if (data === undefined) return faultsOf(by, holder[by], path);
  holder[by] = data;
  if (ids.get(noun)?.has(data)) return undefined;
  return fault('not_found', `No ${WORDS[noun]} with this reference in this account`, path).faults;
}

/** Returns what the rule of references finds wrong with a value. */
function faultsOf(name: string, value: unknown, path: string): readonly Fault[] {
  try {
    valid(z.strictObject({ [name]: reference }), { [name]: value });
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.renamed(() => path).faults;
  }
}
