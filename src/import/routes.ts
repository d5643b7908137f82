import { webcrypto } from 'node:crypto';
import { type Request, type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { contextOf, requireCallerScope } from '../http/admission/admission.ts';
import { idempotencyKeyOf, replayHeaders } from '../http/admission/idempotency-key.ts';
import { nameRoute } from '../http/response/exchange.ts';
import { refuseMethod } from '../http/response/no-route.ts';
import type { InTime } from '../http/server/deadline.ts';
import { readBytes } from '../http/server/body.ts';
import { success } from '../rest/envelope.ts';
import { parseQuery } from '../http/server/query-parameters.ts';
import { callerOf, type Context, unauthorized } from '../schema/core/context.ts';
import { AppError, errorAt, fault } from '../schema/core/errors.ts';
import { once } from '../schema/core/idempotency/once.ts';
import { choicesOf } from '../schema/exchange/import/columns/import-choices.ts';
import { startImport } from '../schema/exchange/import/run/change-import.ts';
import { ImportsBusy, withFileInMemory } from '../schema/exchange/import/file/file-places.ts';
import { findKeptFile } from '../schema/exchange/import/run/find-kept-file.ts';
import { readStoredFile } from '../schema/exchange/import/run/read-stored-file.ts';
import { readImportState } from '../schema/exchange/import/run/import-status.ts';
import { IMPORT_KINDS, type ImportKind, scopeOfKind } from '../schema/core/caller/import-kinds.ts';
import {
  previewFile,
  type PreviewedImport,
  storePreview,
} from '../schema/exchange/import/run/preview-import.ts';
import { requireImportRoom } from '../schema/exchange/import/run/store-import.ts';
import { valid } from '../schema/core/noun/valid.ts';
import { previewRulesOf } from './file-routes.ts';
import { MAX_FILE_BYTES } from '../spreadsheet/limits.ts';
import { refuseForms } from './refuse-forms.ts';
import { type ImportAttempts, takeAttempt } from './take-attempt.ts';

const { subtle } = webcrypto;

interface ImportOptions {
  inTime: InTime;
  attempts: ImportAttempts;
}

/**
 * Returns the routes of `POST /import/products` and so on, whose body is a CSV file or a spreadsheet,
 * whatever its media type, and whose response is the preview of the import; of `GET /import/{id}`, and of
 * `POST /import/{id}/start`.
 */
export function importRoutes(options: ImportOptions): Router {
  const router = Router({ caseSensitive: true });
  for (const kind of IMPORT_KINDS) {
    const path = `/${kind}`;
    const named = nameRoute(`/import/${kind}`);
    router.post(
      path,
      named,
      requireCaller,
      // guard: upload-scope
      requireCallerScope(scopeOfKind(kind, 'write')),
      countImportChange,
      servePreview(kind, options),
    );
    router.all(path, named, ({ exchange }) => refuseMethod(exchange, ['POST']));
  }
  const [ofOne, start] = [nameRoute('/import/:id'), nameRoute('/import/:id/start')];
  router.get('/:id', onlyNumbers, ofOne, requireCaller, showImport(options));
  router.all('/:id', onlyNumbers, ofOne, ({ exchange }) => refuseMethod(exchange, ['GET']));
  router.post('/:id/start', onlyNumbers, start, requireCaller, countImportChange, begin(options));
  router.all('/:id/start', onlyNumbers, start, ({ exchange }) => refuseMethod(exchange, ['POST']));
  return router;
}

/** Passes paths with anything but a number on to the next routes. */
const onlyNumbers: RequestHandler = ({ params }, _response, next) => {
  if (/^\d+$/.test(String(params.id))) next();
  else next('route');
};

const requireCaller: RequestHandler = ({ exchange }, _response, next) => {
  next(exchange.caller ? undefined : /* guard: upload-caller */ unauthorized());
};

/** Counts the request as a change of the session, if it has one. */
const countImportChange: RequestHandler = async (request, _response, next) => {
  const counted = await contextOf(request).http?.visit?.countChange?.();
  next(counted instanceof AppError ? /* guard: upload-change-count */ counted : undefined);
};

function showImport({ inTime }: ImportOptions): RequestHandler {
  return async (request) => {
    const { exchange } = request;
    const data = await inTime(exchange, readImportState(contextOf(request), String(request.params.id)));
    return exchange.respond(200, await success({ data }));
  };
}

function begin({ inTime }: ImportOptions): RequestHandler {
  return async (request, response) => {
    const { exchange } = request;
    const context = contextOf(request);
    const start = async (inside: Context) => {
      const id = await startImport(inside, String(request.params.id));
      return { status: 200, body: await success({ data: await readImportState(inside, id) }) };
    };
    const key = idempotencyKeyOf(request);
    if (key === undefined) {
      const { status, body } = await inTime(exchange, start(context));
      return exchange.respond(status, body);
    }
    const parts = [request.method, request.baseUrl + request.path];
    const kept = await inTime(exchange, once(context, { key, parts, holdsSecret: undefined }, start));
    response.set(replayHeaders(kept));
    return exchange.respond(kept.status, kept.body);
  };
}

function servePreview(kind: ImportKind, { inTime, attempts }: ImportOptions): RequestHandler {
  const rules = z.strictObject(previewRulesOf(kind)).partial();
  return async (request, response) => {
    const { exchange } = request;
    const context = contextOf(request);
    const query = parseQuery(request.url);
    const { file_name: givenName, from, ...given } = valid(rules, query, 'query parameter');
    const key = idempotencyKeyOf(request);
    // With a key, the response may be stored already: no room is needed for the file then.
    if (key === undefined) await inTime(exchange, requireImportRoom(context));
    const giveBack = await inTime(exchange, takeAttempt(attempts, callerOf(context)));
    const kept = from === undefined ? undefined : await inTime(exchange, keptFile(request, kind, from));
    const bytes = kept?.bytes ?? Number(request.headers['content-length'] ?? Infinity);
    const subject = `account:${callerOf(context).accountId}`;
    const { status, body } = await withFileInMemory(bytes, subject, async () => {
      const file = kept
        ? await inTime(exchange, readStoredFile(context.db, kept, kept.bytes, 'from'))
        : await fileOf(request);
      // The time limit of a request applies to each batch.
      const preview = await previewFile(
        context,
        { kind, file, fileName: givenName ?? kept?.fileName ?? undefined, choices: choicesOf(given) },
        (work) => inTime({}, work),
      );
      const store = async (inside: Context) => ({
        status: 201,
        body: await success({ data: previewBody(await storePreview(inside, preview)) }),
      });
      if (key === undefined) return inTime(exchange, store(context));
      // Computed by WebCrypto, off the event loop.
      const digest = Buffer.from(await subtle.digest('SHA-256', new Uint8Array(file))).toString('hex');
      const keyed = {
        key,
        parts: [request.method, request.baseUrl + request.path, query, digest],
        holdsSecret: undefined,
      };
      const stored = await inTime(exchange, once(context, keyed, store));
      response.set(replayHeaders(stored));
      return stored;
    }).catch(async (error: unknown) => {
      // guard: busy-import-count
      if (error instanceof ImportsBusy) await giveBack();
      throw error;
    });
    return exchange.respond(status, body);
  };
}

/** Finds the file of an earlier preview, for a request without a body. */
async function keptFile(request: Request, kind: ImportKind, from: string) {
  await readBytes(request, 0, () =>
    errorAt('from', 'not_with', 'must not be combined with a body', { other: 'file' }),
  );
  return findKeptFile(contextOf(request), kind, from);
}

async function fileOf(request: Request): Promise<Buffer> {
  const bytes = await readBytes(request, MAX_FILE_BYTES, () =>
    fault('payload_too_large', `The file must be at most ${MAX_FILE_BYTES / 1_024 ** 2} MiB`, null, {
      max: MAX_FILE_BYTES,
    }),
  );
  if (bytes.length === 0) throw fault('missing_body', 'Send the file as the body of the request', 'file');
  refuseForms(bytes, request.headers['content-type']);
  return bytes;
}

function previewBody({ id, ...preview }: PreviewedImport): object {
  return { id: Number(id), ...preview };
}
