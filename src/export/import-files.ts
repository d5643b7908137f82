import { pipeline } from 'node:stream/promises';
import { type RequestHandler, Router } from 'express';
import { contextOf } from '../http/admission/admission.ts';
import { nameRoute } from '../http/response/exchange.ts';
import type { InTime } from '../http/server/deadline.ts';
import { createPause } from '../limits/pause.ts';
import { type Caller, callerOf, type Context, unauthorized } from '../schema/core/context.ts';
import { notFound } from '../schema/core/errors.ts';
import { REASONS_COLUMN } from '../schema/exchange/import/columns/header/downloads.ts';
import { type ImportKind, scopeOfKind } from '../schema/core/caller/import-kinds.ts';
import { readOptionsOf } from '../schema/exchange/import/columns/import-mappings.ts';
import type { RawRow } from '../schema/exchange/import/file/read-file.ts';
import { ImportsBusy, withFileInMemory } from '../schema/exchange/import/file/file-places.ts';
import { readImport } from '../schema/exchange/import/run/read-import.ts';
import { readStoredFile } from '../schema/exchange/import/run/read-stored-file.ts';
import { choicesIn, type StoredChoices } from '../schema/exchange/import/run/stored-choices.ts';
import type { RowRefusal } from '../schema/exchange/import/columns/refusals.ts';
import { csvLine } from './csv.ts';
import { isGone } from './is-gone.ts';

/** Marks the file as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\uFEFF';

interface StoredFile extends StoredChoices {
  id: bigint;
  kind: ImportKind;
  bytes: number;
  refusals: string;
  refused: number;
}

/** Counts a file that is read, and returns how to undo that. */
type CountFile = (caller: Caller) => Promise<() => Promise<void>>;

interface ImportFileOptions {
  inTime: InTime;
  /** Reading a file again for its reasons counts like sending it. */
  countFile: CountFile;
}

/** Returns the lines of a file, in parts, after all steps that can fail. */
type PartsOf = (
  context: Context,
  stored: StoredFile,
  countFile: CountFile,
) => Promise<Iterable<string> | AsyncIterable<string>>;

/**
 * Returns the routes of `GET /import/{id}/refusals.csv`, and of `refused.csv`, the file with a column of
 * reasons.
 */
export function importFileRoutes(options: ImportFileOptions): Router {
  const router = Router({ caseSensitive: true });
  const add = (name: string, partsOf: PartsOf) =>
    router.get(`/:id/${name}`, nameRoute(`/import/:id/${name}`), serveImportFile(name, partsOf, options));
  add('refusals.csv', (_context, stored) => Promise.resolve(reasonsOf(stored)));
  add('refused.csv', fileWithReasons);
  return router;
}

function serveImportFile(
  name: string,
  partsOf: PartsOf,
  { inTime, countFile }: ImportFileOptions,
): RequestHandler {
  return async (request, response) => {
    // guard: import-file-caller
    if (!request.exchange.caller) throw unauthorized();
    const context = contextOf(request);
    const stored = await inTime(request.exchange, findImport(context, String(request.params.id)));
    const parts = await partsOf(context, stored, countFile);
    response.set({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="import-${stored.id}-${name}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    });
    try {
      await pipeline(csvBytes(parts), response);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  };
}

async function* csvBytes(parts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
  yield Buffer.from(BYTE_ORDER_MARK);
  for await (const part of parts) yield Buffer.from(part);
}

/** @throws AppError `not_found`, also without a scope for the kind of record in the file */
async function findImport(context: Context, id: string): Promise<StoredFile> {
  const { accountId, scopes } = callerOf(context);
  if (!/^[1-9]\d{0,15}$/.test(id)) throw notFound('import');
  const [stored] = await context.db.$queryRaw<StoredFile[]>`
    SELECT id, kind, octet_length(file) AS bytes, choices, columns, preview, refusals, refused
    FROM imports
    WHERE /* guard: import-file-account */ account_id = ${accountId} AND /* end */ id = ${BigInt(id)}`;
  const may = (what: 'read' | 'write') => stored !== undefined && scopes.has(scopeOfKind(stored.kind, what));
  if (!stored || /* guard: import-file-scopes */ !(may('read') || may('write'))) throw notFound('import');
  return stored;
}

function reasonsOf(stored: StoredFile): string[] {
  const refusals = JSON.parse(stored.refusals) as RowRefusal[];
  const rows = refusals.map(({ row, column, value, message, problem = null, values }) =>
    csvLine([row, column, value, message, problem, values ? JSON.stringify(values) : null]),
  );
  const more = moreThan(refusals, stored);
  return [
    csvLine(['row', 'column', 'value', 'reason', 'problem', 'values']),
    ...rows,
    ...(more === null ? [] : [csvLine([null, null, null, more, null, null])]),
  ];
}

/** Returns the line with the number of refused records that are not described; null if all are. */
function moreThan(refusals: readonly RowRefusal[], { refused }: StoredFile): string | null {
  const described = new Set(refusals.map(({ row }) => row)).size;
  return refused > described ? `${refused - described} more are refused` : null;
}

/** Returns the file with a column of reasons, to correct it and to send it again. */
async function fileWithReasons(
  context: Context,
  stored: StoredFile,
  countFile: CountFile,
): Promise<AsyncIterable<string>> {
  const caller = callerOf(context);
  const { accountId } = caller;
  const giveBack = await countFile(caller);
  const refusals = JSON.parse(stored.refusals) as RowRefusal[];
  const subject = `account:${accountId}`;
  const options = await readOptionsOf(context, stored.kind, choicesIn(stored));
  const { batches } = await withFileInMemory(stored.bytes, subject, async () => {
    const file = await readStoredFile(context.db, { accountId, id: stored.id }, stored.bytes);
    return readImport(subject, file, { ...options, isRaw: true });
  }).catch(async (error: unknown) => {
    if (error instanceof ImportsBusy) await giveBack();
    throw error;
  });
  return linesWithReasons(batches, refusals, moreThan(refusals, stored));
}

/** Yields the lines of each batch; batches are small enough for the event loop. */
async function* linesWithReasons(
  batches: readonly Buffer[],
  refusals: readonly RowRefusal[],
  more: string | null,
): AsyncGenerator<string> {
  const reasons = new Map<number, string[]>();
  for (const { row, column, message } of refusals) {
    const reason = column === null ? message : `${column} ${message}`;
    reasons.set(row, [...(reasons.get(row) ?? []), reason]);
  }
  const pause = createPause();
  let isHeader = true;
  let width = 0;
  for (const batch of batches) {
    let lines = '';
    for (const [row, ...texts] of JSON.parse(batch.toString()) as RawRow[]) {
      await pause();
      const reason = isHeader ? REASONS_COLUMN : (reasons.get(row)?.join('; ') ?? null);
      isHeader = false;
      width = texts.length;
      lines += csvLine([...texts.map((text) => (text === '' ? null : text)), reason]);
    }
    yield lines;
  }
  if (more !== null) yield csvLine([...Array.from({ length: width }, () => null), more]);
}
