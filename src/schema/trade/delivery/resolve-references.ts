import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { violation } from '../../../problems.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { AppError, type Fault, fault, faultAt, renamedFault } from '../../core/errors.ts';
import { reference } from '../../core/noun/trade-numbers.ts';
import { faultsIn } from '../../core/noun/valid.ts';
import type { ResolvedRow } from '../../core/upsert/rows.ts';
import { withReferences } from '../../core/upsert/with-references.ts';
import { NAMES_IN_DELIVERY, NAMES_IN_LINE, type RecordName } from './input-fields.ts';

/** An input of a delivery with ids instead of references, and the faults of the references. */
export interface ResolvedInput extends ResolvedRow {
  input: unknown;
}

type Values = Record<string, unknown>;

/** A reference in an input. */
interface Mention {
  name: RecordName;
  /**
   * The object that has the reference: the input or a line. Its path ends with a dot, and is empty for the
   * input.
   */
  holder: Values;
  prefix: string;
  /** The reference; undefined if it breaks the rule of references. */
  text: string | undefined;
}

/**
 * Replaces the references of inputs by the ids of the account's records, with one statement for each noun. An
 * unknown reference, or one beside an id, is a fault. An unused id then replaces it, so that the rules still
 * find the other faults of the input.
 */
export async function resolveReferences(
  context: Context,
  inputs: readonly unknown[],
): Promise<ResolvedInput[]> {
  const copies = inputs.map(copyOf);
  const mentions = copies.map(mentionsIn);
  const ids = await readIds(context, mentions.flat());
  return copies.map((input, index) => {
    const faults: Fault[] = [];
    const paths = new Map<string, string>();
    for (const mention of mentions[index]!) {
      const { name, holder, prefix, text } = mention;
      const found = faultsOf(mention, ids);
      faults.push(...found);
      const id = found.length > 0 ? Number.MAX_SAFE_INTEGER - paths.size : ids.get(name.noun)!.get(text!);
      paths.set(prefix + name.id, prefix + name.reference);
      holder[name.id] = String(id);
      delete holder[name.reference];
    }
    return { input, faults, pathOf: (path) => paths.get(path) ?? path };
  });
}

/**
 * Runs `work` with the input of one delivery, with ids instead of references.
 *
 * @param rule the rule of the input, which finds its other faults if a reference is wrong
 * @throws AppError with all faults of the input, or the error of `work`, with the fields of the request
 */
export async function withIds<Result>(
  context: Context,
  input: unknown,
  rule: z.ZodType,
  work: (input: unknown) => Promise<Result>,
): Promise<Result> {
  const [resolved] = await resolveReferences(context, [input]);
  const { faults, pathOf, input: values } = resolved!;
  const [first, ...others] = faults;
  if (first) {
    const more = faultsIn(rule, values).map((each) => renamedFault(each, pathOf));
    throw new AppError(first, ...others, ...more);
  }
  return work(values).catch((error: unknown) => {
    const isRenamed = ({ field }: Fault) => field !== null && pathOf(field) !== field;
    throw error instanceof AppError && error.faults.some(isRenamed) ? error.renamed(pathOf) : error;
  });
}

/** Returns a copy of an input and of its lines, whose fields can be replaced. */
function copyOf(input: unknown): unknown {
  if (!isObject(input)) return input;
  const { products } = input;
  if (!Array.isArray(products)) return { ...input };
  return { ...input, products: products.map((line: unknown) => (isObject(line) ? { ...line } : line)) };
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mentionsIn(input: unknown): Mention[] {
  if (!isObject(input)) return [];
  const lines: unknown[] = Array.isArray(input.products) ? input.products : [];
  return [
    ...mentionsOf(NAMES_IN_DELIVERY, input, ''),
    ...lines.flatMap((line, index) =>
      isObject(line) ? mentionsOf(NAMES_IN_LINE, line, `products[${index}].`) : [],
    ),
  ];
}

function mentionsOf(names: readonly RecordName[], holder: Values, prefix: string): Mention[] {
  return names.flatMap((name) => {
    const given = holder[name.reference];
    // Null counts as absent.
    if (given == null) delete holder[name.reference];
    return given == null ? [] : [{ name, holder, prefix, text: reference.safeParse(given).data }];
  });
}

type Ids = ReadonlyMap<RecordName['noun'], ReadonlyMap<string, bigint>>;

async function readIds(context: Context, mentions: readonly Mention[]): Promise<Ids> {
  const ids = new Map<RecordName['noun'], Map<string, bigint>>();
  for (const [noun, ofNoun] of Map.groupBy(mentions, ({ name }) => name.noun)) {
    const references = new Set(ofNoun.flatMap(({ text }) => text ?? []));
    const found = await context.db.$queryRaw<{ id: bigint; reference: string }[]>(
      withReferences({
        noun,
        accountId: accountOf(context),
        references: [...references],
        columns: Prisma.sql`id, reference`,
      }),
    );
    ids.set(noun, new Map(found.map(({ id, reference }) => [reference, id])));
  }
  return ids;
}

function faultsOf({ name, holder, prefix, text }: Mention, ids: Ids): readonly Fault[] {
  const path = prefix + name.reference;
  if (holder[name.id] != null) {
    const both = violation('named_twice', 'must be left out beside the id', { other: prefix + name.id });
    return [faultAt(path, both)];
  }
  if (text === undefined) {
    const rule = z.object({ [name.reference]: reference });
    return faultsIn(rule, holder).map((each) => renamedFault(each, () => path));
  }
  if (ids.get(name.noun)!.has(text)) return [];
  return fault('not_found', `No ${name.noun.toLowerCase()} with this reference in this account`, path).faults;
}
