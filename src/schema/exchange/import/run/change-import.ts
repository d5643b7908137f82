import { violation } from '../../../../problems.ts';
import { Prisma } from '../../../../generated/prisma/client.ts';
import { actorOf } from '../../../core/audit/by-whom.ts';
import { accountOf, type Context, requireScope } from '../../../core/context.ts';
import { AppError, fault, faultAt, notFound } from '../../../core/errors.ts';
import { inOneTransaction } from '../../../core/write/in-one-transaction.ts';
import { recordIdOf } from '../../../core/noun/record-id.ts';
import { type ImportKind, scopeOfKind } from '../../../core/caller/import-kinds.ts';
import { addImportJob, type ImportRef } from './import-jobs.ts';
import type { ImportProblem } from '../columns/read-options.ts';

/**
 * Starts a previewed import and returns its id. Its job is added in the same transaction.
 *
 * @throws AppError `not_found`, `insufficient_scope`, `validation_error` if a question is open or a row is
 * refused, or `invalid_transition` if it is not `previewed`
 */
export function startImport(context: Context, id: string): Promise<bigint> {
  return inOneTransaction(context, async (inside) => {
    const ref = { accountId: accountOf(inside), id: recordIdOf(id) };
    await requireStartable(inside, ref);
    await moveImport(inside, ref.id, {
      from: ['previewed'],
      changes: Prisma.sql`status = 'running', started_at = now(), heartbeat_at = now(),
        started_by = ${starterOf(inside)}::jsonb`,
      problem: 'cannot be started. Send the file again',
    });
    await addImportJob(inside.db, ref);
    return ref.id;
  });
}

/**
 * Cancels an import and returns its id. A running import stops after its batch, and is rolled back.
 *
 * @throws AppError `not_found`, `insufficient_scope`, or `invalid_transition` if it has ended
 */
export async function cancelImport(context: Context, id: string): Promise<bigint> {
  const record = recordIdOf(id);
  await moveImport(context, record, {
    from: ['previewed', 'running'],
    changes: Prisma.sql`status = 'cancelled', done = 0, finished_at = now()`,
    problem: 'cannot be cancelled',
  });
  return record;
}

/** Returns the person or key that starts an import, for the audit log, as JSON without bigints. */
function starterOf(context: Context): string {
  return JSON.stringify(actorOf(context), (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

/** @throws AppError `insufficient_scope`, and `validation_error` if a question is open or a row is refused */
async function requireStartable(context: Context, { accountId, id }: ImportRef): Promise<void> {
  const [stored] = await context.db.$queryRaw<
    { kind: ImportKind; status: string; problems: string; refused: number }[]
  >`
    SELECT kind, status, problems, refused FROM imports WHERE account_id = ${accountId} AND id = ${id}`;
  if (!stored) return;
  requireScope(context, scopeOfKind(stored.kind, 'write'));
  if (stored.status !== 'previewed') return;
  const { refused: count } = stored;
  const [problem] = JSON.parse(stored.problems) as ImportProblem[];
  // guard: import-problems
  if (problem)
    throw new AppError(
      faultAt(
        'id',
        violation('open_question', `names an import with an open question. ${problem.message}`, {
          question: problem.code,
        }),
      ),
    );
  if (count > 0)
    throw new AppError(
      faultAt(
        'id',
        violation('rows_refused', `names a preview of which ${count} records are refused. Correct the file`, {
          count,
        }),
      ),
    );
}

interface Move {
  from: string[];
  changes: Prisma.Sql;
  problem: string;
}

async function moveImport(context: Context, id: bigint, { from, changes, problem }: Move): Promise<void> {
  const accountId = accountOf(context);
  const [stored] = await context.db.$queryRaw<{ kind: ImportKind }[]>`
    SELECT kind FROM imports WHERE account_id = ${accountId} AND id = ${id}`;
  // guard: changed-import
  if (!stored) throw notFound('import');
  // guard: changed-import-scope
  requireScope(context, scopeOfKind(stored.kind, 'write'));
  const moved = await context.db.$executeRaw`
    UPDATE imports SET ${changes} WHERE account_id = ${accountId} AND id = ${id}
      /* guard: changed-import-status */ AND status = ANY(${from}::text[])`;
  if (moved > 0) return;
  const [now] = await context.db.$queryRaw<[{ status: string }]>`
    SELECT status FROM imports WHERE account_id = ${accountId} AND id = ${id}`;
  throw fault('wrong_status', `An import that is ${now.status} ${problem}`, 'status', { status: now.status });
}
