import type { Database, Tx } from '../../../../database/connect.ts';
import { isUnreachable } from '../../../../database/unreachable.ts';
import type { Logger } from '../../../../log.ts';
import type { Plan } from '../../../core/caller/plans.ts';
import { actAsSystem } from '../../../core/audit/act-as-system.ts';
import { type Actor, jobActor } from '../../../core/caller/actors.ts';
import { writeEntry } from '../../../core/audit/write-entry.ts';
import type { Context, Settings } from '../../../core/context.ts';
import { AppError, fault } from '../../../core/errors.ts';
import { hintWaitingImports, type ImportRef } from './import-jobs.ts';
import type { ImportKind } from '../../../core/caller/import-kinds.ts';
import { readOptionsOf } from '../columns/import-mappings.ts';
import { TooBusy } from '../../../../spreadsheet/run-bounded.ts';
import { ImportsBusy } from '../file/file-places.ts';
import { readImport } from './read-import.ts';
import type { ImportOutcome } from './run-batches.ts';
import { readStoredFile } from './read-stored-file.ts';
import { choicesIn, type StoredChoices } from './stored-choices.ts';
import { tryTurn, writeImport } from './write-import.ts';

const HEARTBEAT_MS = 2_000;
const MAX_RUN_ATTEMPTS = 5;

export interface RunHost {
  /** A direct connection for the transaction, and one for progress. */
  database: Database;
  announce: Context['announce'];
  settings: Settings;
  log: Logger;
  /** Aborted when the worker stops: the import goes on in another process. */
  signal: AbortSignal;
}

interface StoredImport extends StoredChoices {
  kind: ImportKind;
  bytes: number;
  plan: Plan;
  time_zone: string;
  attempts: number;
  /** The starter; null for imports of earlier versions. */
  started_by: StoredActor | null;
}

/** The error that ends a run that was cancelled, or whose worker stops. */
class ImportEnded extends Error {}

/**
 * Runs a started import. Its records and its success are one transaction, so a killed run has written
 * nothing, and starts again. Does nothing while an earlier import of the account is running, whose end adds a
 * new job.
 */
export async function runImport(host: RunHost, ref: ImportRef): Promise<void> {
  const { database, announce, settings, log, signal } = host;
  const { prisma } = database;
  const [stored] = await prisma.$queryRaw<StoredImport[]>`
    UPDATE imports import SET attempts = attempts + 1, heartbeat_at = now() FROM accounts account
    WHERE import.account_id = ${ref.accountId} AND import.id = ${ref.id}
      /* guard: running-import */ AND import.status = 'running'
      AND account.id = import.account_id
      AND NOT EXISTS (SELECT FROM imports earlier
                      WHERE earlier.account_id = import.account_id AND earlier.status = 'running'
                        AND (earlier.started_at, earlier.id) < (import.started_at, import.id))
    RETURNING kind, octet_length(file) AS bytes, choices, columns, preview, plan, time_zone, attempts,
              started_by`;
  if (!stored) return;
  const { accountId } = ref;
  const account = { id: accountId, plan: stored.plan, timeZone: stored.time_zone };
  const by = stored.started_by ? actorIn(stored.started_by) : jobActor('runImport');
  const context = actAsSystem(account, by, { db: prisma, log: () => log, announce, settings });
  const beating = setInterval(() => void report().catch(() => {}), HEARTBEAT_MS);
  let written = 0;
  try {
    if (stored.attempts > MAX_RUN_ATTEMPTS)
      throw new Error('the process of the import ended again and again');
    const file = await readStoredFile(prisma, ref, stored.bytes);
    const options = await readOptionsOf(context, stored.kind, choicesIn(stored));
    const read = await readImport(`account:${accountId}`, file, options);
    requireNoQuestion(read.problems);
    const outcome = await writeImport(context, read, {
      takeTurn: (tx) => tryTurn(tx, context),
      afterBatch: async (done) => {
        written = done;
        await report();
      },
      onWritten: (tx, outcome) => succeed(tx, ref, outcome),
    });
    // A command imports for the account, or another process has this import.
    if (outcome === undefined) return await waitAgain(prisma, ref);
    requireNoQuestion(outcome.problems);
    if (outcome.refused > 0) await fail(prisma, ref, rowsRefused(outcome.refused), outcome);
  } catch (error) {
    if (error instanceof ImportsBusy) return await waitAgain(prisma, ref);
    // Without further progress, it is started again like an import whose process was killed, and as often.
    if (error instanceof TooBusy) return;
    if (isUnreachable(error)) throw error;
    if (!(error instanceof AppError || error instanceof ImportEnded))
      log.error({ err: error }, 'an import failed');
    const reason = error instanceof AppError ? error : unexpected();
    if (!(error instanceof ImportEnded)) await fail(prisma, ref, reason);
  } finally {
    clearInterval(beating);
  }
  await hintWaitingImports(prisma, ref);

  /**
   * Reports progress on the other connection. @throws Ended if the import was cancelled, or the worker stops
   */
  async function report(): Promise<void> {
    const isRunning = await prisma.$executeRaw`
      UPDATE imports SET done = ${written}, heartbeat_at = CASE WHEN ${signal.aborted} THEN '-infinity' ELSE now() END
      WHERE account_id = ${ref.accountId} AND id = ${ref.id} AND status = 'running'`;
    if (signal.aborted || /* guard: cancelled-import */ isRunning === 0) throw new ImportEnded();
  }
}

/** @throws AppError `validation_error` on file for the first question to the sender */
function requireNoQuestion([problem]: ImportOutcome['problems']): void {
  if (problem) throw fault('open_question', problem.message, 'file', { question: problem.code });
}

/** @throws Ended if the import was cancelled in the meantime */
async function succeed(tx: Tx, { accountId, id }: ImportRef, outcome: ImportOutcome): Promise<void> {
  const { created, updated, unchanged, differs = 0, revised = 0 } = outcome;
  const [succeeded] = await tx.$queryRaw<{ kind: ImportKind; started_by: StoredActor | null }[]>`
    UPDATE imports SET status = 'succeeded', created = ${created}, updated = ${updated}, unchanged = ${unchanged},
                       differs = ${differs}, revised = ${revised},
                       refused = 0, refusals = '[]', done = total, finished_at = clock_timestamp()
    WHERE account_id = ${accountId} AND id = ${id} AND status = 'running'
    RETURNING kind, started_by`;
  if (!succeeded) throw new ImportEnded();
  const { kind, started_by: actor } = succeeded;
  if (actor && created + updated + revised > 0) {
    const details = { import: String(id), kind, created, updated: updated + revised };
    await writeEntry(tx, { accountId, action: 'file.imported', actor: actorIn(actor), details });
  }
}

/** The person or key that started an import, as stored. */
interface StoredActor extends Pick<Actor, 'kind' | 'role' | 'address'> {
  keyId?: string;
  sessionId?: string;
  personId?: string;
}

function optionalId(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : BigInt(text);
}

function actorIn({ kind, role, address, keyId, sessionId, personId }: StoredActor): Actor {
  return {
    kind,
    role,
    address,
    keyId: optionalId(keyId),
    sessionId: optionalId(sessionId),
    personId: optionalId(personId),
  };
}

function rowsRefused(count: number): AppError {
  return fault('rows_refused', 'Rows were refused, so nothing was imported', null, { count });
}

function unexpected(): AppError {
  return fault('internal_error', 'An unexpected error occurred. Send the file again');
}

async function fail(
  db: Tx,
  { accountId, id }: ImportRef,
  { faults: [error] }: AppError,
  outcome?: ImportOutcome,
): Promise<void> {
  const { message, problem, values } = error!;
  const refusals = outcome ? JSON.stringify(outcome.refusals) : null;
  await db.$executeRaw`
    UPDATE imports SET status = 'failed', error = ${message}, problem = ${problem},
                       problem_values = ${values && JSON.stringify(values)}::jsonb,
                       refusals = coalesce(${refusals}, refusals),
                       refused = coalesce(${outcome?.refused ?? null}::int, refused), done = 0, finished_at = now()
    WHERE account_id = ${accountId} AND id = ${id} AND status = 'running'`;
}

/** Uncounts the attempt of an import that waited for another one. */
async function waitAgain(db: Tx, { accountId, id }: ImportRef): Promise<void> {
  await db.$executeRaw`
    UPDATE imports SET attempts = attempts - 1, heartbeat_at = now()
    WHERE account_id = ${accountId} AND id = ${id} AND status = 'running'`;
}
