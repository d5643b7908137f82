import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { AppError, fault } from '../../core/errors.ts';
import { rulesToCreate } from '../../core/noun/fields.ts';
import { enumOf } from '../../core/noun/kinds.ts';
import { calendarDate } from '../../core/noun/rules.ts';
import { chargeRows } from '../../core/upsert/charge.ts';
import {
  inOrderOfInput,
  type InputRow,
  refused,
  requireAtMost,
  type RowResult,
  validRows,
} from '../../core/upsert/rows.ts';
import { withReferences } from '../../core/upsert/with-references.ts';
import { inSavepoint } from '../../core/write/in-savepoint.ts';
import { ID_ONLY } from '../../core/write/write.ts';
import { MAX_DELIVERIES } from '../limits.ts';
import {
  COMPARED,
  type ComparedField,
  differencesOf,
  readStored,
  type StoredDelivery,
} from './compare-delivery.ts';
import { createDelivery } from './create-delivery.ts';
import { requireMayOverride } from './day-rules.ts';
import { DELIVERY_FIELDS } from './fields.ts';
import { type ResolvedInput, resolveReferences } from './resolve-references.ts';
import { reviseDelivery } from './revise-delivery.ts';

/** The treatment of a pending delivery that differs from its row. */
export const ON_DIFFERENCE = enumOf(
  'OnDifference',
  'What is done with a pending delivery that differs from its row.',
  {
    leave: 'It stays as it is.',
    revise: 'It is revised as `reviseDelivery` does, unless its supermarket differs.',
  },
);

export type OnDifference = (typeof ON_DIFFERENCE.values)[number];

/**
 * The rule of the form of a row. Only new deliveries must be in the future, which is checked once the row
 * turns out to be new.
 */
const DeliveryRow = z.strictObject({ ...rulesToCreate(DELIVERY_FIELDS), deliveryDate: calendarDate });
type DeliveryRow = z.output<typeof DeliveryRow>;

/** The maximum number of attempts: meanwhile, other requests can take a reference, or change its delivery. */
const ATTEMPTS = 10;

/**
 * Creates deliveries. A row whose reference exists is compared with its delivery, so a batch can be repeated:
 * an equal one stays unchanged, a pending one that differs is revised if `onDifference` says so, others are
 * reported. A refused row does not stop the others; each is a transaction of its own.
 *
 * @param override whether to override closed days and cut-offs
 * @throws AppError `validation_error` for too many rows or on override, `rate_limited`
 */
export async function createDeliveries(
  context: Context,
  input: readonly unknown[],
  onDifference: OnDifference,
  override?: boolean | null,
): Promise<RowResult[]> {
  requireMayOverride(context, override);
  requireAtMost(MAX_DELIVERIES, input);
  await chargeRows(context, input.length);
  const inputs = await resolveReferences(context, input);
  const { rows, results } = validRows(
    inputs.map((each) => each.input),
    DeliveryRow,
    { max: MAX_DELIVERIES, mayRepeat: true, resolved: inputs },
  );
  const held = await holdersOf(
    context,
    rows.flatMap(({ values }) => values.reference ?? []),
  );
  const settled = new Set<string>();
  for (const row of rows) {
    const { reference } = row.values;
    // A repeated reference is compared with the delivery as the earlier row left it.
    const readHolder =
      reference != null && !settled.has(reference) ? { holder: held.get(reference) } : undefined;
    results.push(
      await applyRow(context, row, inputs[row.index]!, { known: readHolder, onDifference, override }),
    );
    if (reference != null) settled.add(reference);
  }
  return inOrderOfInput(results);
}

interface RowContext {
  /** The delivery that holds the reference, if it was already read. */
  known: { holder: StoredDelivery | undefined } | undefined;
  onDifference: OnDifference;
  override: boolean | null | undefined;
}

async function applyRow(
  context: Context,
  { index, values }: InputRow<DeliveryRow>,
  { input, pathOf }: ResolvedInput,
  { known, onDifference, override }: RowContext,
): Promise<RowResult> {
  const { reference } = values;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { holder } = attempt === 0 && known ? known : { holder: await holderOf(context, reference) };
    // The delivery was revised or cancelled after its reference was looked up.
    if (holder?.status === 'cancelled') continue;
    try {
      if (!holder) {
        const { id } = await inSavepoint(context, () => createDelivery(context, input, ID_ONLY, override));
        return { index, outcome: 'created', id, error: null };
      }
      const differs = differencesOf(values, holder);
      if (differs.length === 0) return { index, outcome: 'unchanged', id: holder.id, error: null };
      if (onDifference === 'leave' || holder.status !== 'pending' || differs.includes('supermarketId')) {
        const names = differs.map((name) => COMPARED[name]);
        return { index, outcome: 'differs', id: holder.id, error: null, differs: names };
      }
      const id = await inSavepoint(context, () =>
        reviseDelivery(context, String(holder.id), picked(input as object, differs), { override }),
      );
      return { index, outcome: 'revised', id, error: null };
    } catch (error) {
      // Another request took the reference, or moved or revised the delivery.
      if (!isRaced(error, holder)) return refused(index, error, pathOf);
    }
  }
  return refused(
    index,
    fault('conflicting_writes', 'This delivery is being changed by other requests. Try again'),
  );
}

function isRaced(error: unknown, holder: StoredDelivery | undefined): boolean {
  if (!(error instanceof AppError)) return false;
  return holder ? error.code === 'invalid_transition' : error.faults[0]!.field === 'reference';
}

/** Returns the fields of a row that a revision can change. */
function picked(input: object, names: readonly ComparedField[]): object {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(input, name)]));
}

async function holderOf(
  context: Context,
  reference: string | null | undefined,
): Promise<StoredDelivery | undefined> {
  return reference == null ? undefined : (await holdersOf(context, [reference])).get(reference);
}

/** Reads the deliveries that hold these references. Cancelled ones hold none. */
async function holdersOf(context: Context, references: string[]): Promise<Map<string, StoredDelivery>> {
  if (references.length === 0) return new Map();
  const found = await context.db.$queryRaw<{ id: bigint; reference: string }[]>(
    withReferences({
      noun: 'Delivery',
      accountId: accountOf(context),
      references: [...new Set(references)],
      columns: Prisma.sql`id, reference`,
    }),
  );
  const stored = await readStored(
    context,
    found.map(({ id }) => id),
  );
  return new Map(
    found.flatMap(({ id, reference }) => {
      const holder = stored.get(id);
      return holder ? [[reference, holder] as const] : [];
    }),
  );
}
