import type { PrismaClient } from '../../../../generated/prisma/client.ts';
import type { Tx } from '../../../../database/connect.ts';
import { accountOf, type Context } from '../../../core/context.ts';
import { WRITE_MS } from './run-limits.ts';
import type { ReadImport } from './read-import.ts';
import { type ImportOutcome, runBatches } from './run-batches.ts';

const MAX_BEGIN_WAIT_MS = 10_000;

/** The error that rolls back a transaction whose file has refusals, or a question. */
class ImportRefused extends Error {
  readonly outcome: ImportOutcome;
  constructor(outcome: ImportOutcome) {
    super('rows were refused');
    this.outcome = outcome;
  }
}

export interface ImportWriteOptions {
  /** Takes the lock of the account's imports in the transaction; false if another import has it. */
  takeTurn(tx: Tx): Promise<boolean>;
  /** Called between batches with the number of records written. An error that it throws rolls back all. */
  afterBatch?(done: number): Promise<void>;
  /** Called last in the transaction. */
  onWritten?(tx: Tx, outcome: ImportOutcome): Promise<void>;
}

/**
 * Writes all records of a file in one transaction, or none if the result has refusals or problems.
 *
 * @returns undefined if another import of the account is running
 * @throws AppError `service_unavailable` if other requests write the same references again and again
 */
export async function writeImport(
  context: Context,
  read: ReadImport,
  options: ImportWriteOptions,
): Promise<ImportOutcome | undefined> {
  try {
    return await writeWholeFile(context, read, options);
  } catch (error) {
    if (error instanceof ImportRefused) return error.outcome;
    throw error;
  }
}

async function writeWholeFile(
  context: Context,
  read: ReadImport,
  { takeTurn, afterBatch, onWritten }: ImportWriteOptions,
): Promise<ImportOutcome | undefined> {
  const announced: boolean[] = [];
  const announce = (hasRecipients: boolean) => void announced.push(hasRecipients);
  const outcome = await (context.db as PrismaClient).$transaction(
    async (tx) => {
      if (!(await takeTurn(tx))) return undefined;
      // Rows are found by indexes: the statistics lack the rows that this transaction has written.
      await tx.$executeRaw`SELECT set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`;
      const inside = { ...context, db: tx, announce };
      const written = await runBatches(read, {
        isRehearsed: false,
        inBatch: (write) => write(inside),
        afterBatch,
      });
      // guard: refused-write
      if (written.refused > 0 || written.problems.length > 0) throw new ImportRefused(written);
      await onWritten?.(tx, written);
      return written;
    },
    { maxWait: MAX_BEGIN_WAIT_MS, timeout: WRITE_MS },
  );
  // Events are visible only after the commit.
  if (announced.length > 0) context.announce(announced.includes(true));
  return outcome;
}

/**
 * Takes the lock of the account's imports until the transaction ends. Returns false if another import has it.
 */
export async function tryTurn(tx: Tx, context: Context): Promise<boolean> {
  const [{ taken }] = await tx.$queryRaw<[{ taken: boolean }]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${turnOf(context)}, 0)) AS taken`;
  return taken;
}

/** Waits for the lock of the account's imports. */
export async function awaitTurn(tx: Tx, context: Context): Promise<true> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${turnOf(context)}, 0))`;
  return true;
}

function turnOf(context: Context): string {
  return `imports of ${accountOf(context)}`;
}
