import { accountOf, type Context, requireScope } from '../../../core/context.ts';
import { notFound } from '../../../core/errors.ts';
import { recordIdOf } from '../../../core/noun/record-id.ts';
import { type ImportKind, scopeOfKind } from '../../../core/caller/import-kinds.ts';
import { MAX_LISTED_REFUSALS } from '../../limits.ts';
import type { ImportChange } from '../columns/import-check.ts';
import { previewIn } from './preview-graphql.ts';
import type { ImportProblem } from '../columns/read-options.ts';
import type { RowRefusal } from '../columns/refusals.ts';
import type { ImportCounts } from './run-batches.ts';

/** An import as REST shows it: the result of its preview or its run, and the progress. */
export interface ImportState {
  id: number;
  kind: ImportKind;
  status: string;
  counts: ImportCounts;
  done: number;
  total: number;
  refusals: RowRefusal[];
  changes: ImportChange[];
  problems: ImportProblem[];
  error: string | null;
  created_at: Date;
  finished_at: Date | null;
}

interface StoredState extends Omit<ImportState, 'id' | 'counts' | 'refusals' | 'changes' | 'problems'> {
  counts: Required<ImportCounts>;
  refusals: string;
  preview: string;
  problems: string;
}

/**
 * Returns an import.
 *
 * @throws AppError `not_found`, or `insufficient_scope` without a scope for the kind of its records
 */
export async function readImportState(context: Context, id: string | bigint): Promise<ImportState> {
  const record = recordIdOf(String(id));
  const [stored] = await context.db.$queryRaw<StoredState[]>`
    SELECT kind, status,
           jsonb_build_object('created', created, 'updated', updated, 'unchanged', unchanged, 'differs', differs,
                              'revised', revised, 'refused', refused, 'rows', rows) AS counts,
           done, total, refusals, preview, problems, error, created_at, finished_at
    FROM imports WHERE account_id = ${accountOf(context)} AND id = ${record}`;
  if (!stored) throw notFound('import');
  const { kind, status, counts, done, total, error, created_at, finished_at } = stored;
  if (!context.caller?.scopes.has(scopeOfKind(kind, 'write')))
    requireScope(context, scopeOfKind(kind, 'read'));
  const { differs, revised, ...ofAll } = counts;
  return {
    id: Number(record),
    kind,
    status,
    counts: kind === 'deliveries' ? { ...ofAll, differs, revised } : ofAll,
    done,
    total,
    refusals: (JSON.parse(stored.refusals) as RowRefusal[]).slice(0, MAX_LISTED_REFUSALS),
    changes: previewIn(stored.preview).changes ?? [],
    problems: JSON.parse(stored.problems) as ImportProblem[],
    error,
    created_at,
    finished_at,
  };
}
