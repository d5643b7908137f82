import { createHash } from 'node:crypto';
import express, { type Request, type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { contextOf, requireScope } from '../http/admission/admission.ts';
import { idempotencyKeyOf, replayHeaders } from '../http/admission/idempotency-key.ts';
import { nameRoute } from '../http/observe/name-route.ts';
import { refuseMethod } from '../http/response/no-route.ts';
import type { InTime } from '../http/server/deadline.ts';
import { success } from '../rest/envelope.ts';
import { parameter, parseQuery } from '../rest/query.ts';
import { type Context, unauthorized } from '../schema/context.ts';
import { AppError, fault } from '../schema/errors.ts';
import { once } from '../schema/idempotency/once.ts';
import { IMPORT_KINDS, type ImportKind } from '../schema/import/import-fields.ts';
import { previewFile, type PreviewedImport, storePreview } from '../schema/import/preview-import.ts';
import { valid } from '../schema/valid.ts';
import { MAX_FILE_BYTES } from '../spreadsheet/limits.ts';

const readFile = express.raw({ type: () => true, limit: MAX_FILE_BYTES });
const Query = z.strictObject({ map: parameter.max(10_000, 'must be at most 10000 characters').optional() });

/**
 * Returns the routes of `POST /import/products` and so on. The body is a CSV or .xlsx file, whatever its media type;
 * the response is the preview of the import.
 */
export function importRoutes(inTime: InTime): Router {
  const router = Router({ caseSensitive: true });
  for (const kind of IMPORT_KINDS) {
    const path = `/${kind}`;
    const named = nameRoute(`/import/${kind}`);
    router.post(
      path,
      named,
      requireCaller,
      requireScope(`${kind}:write`),
      countChange,
      readBody,
      serve(kind, inTime),
    );
    router.all(path, named, ({ exchange }) => refuseMethod(exchange, ['POST']));
  }
  return router;
}

const requireCaller: RequestHandler = ({ exchange }, _response, next) => {
  next(exchange.caller ? undefined : unauthorized());
};

/** In a session it counts as a change. */
const countChange: RequestHandler = async (request, _response, next) => {
  const counted = await contextOf(request).http?.visit?.countChange?.();
  next(counted instanceof AppError ? counted : undefined);
};

const readBody: RequestHandler = (request, response, next) => {
  readFile(request, response, (error?: unknown) => {
    const { status } = (error ?? {}) as { status?: unknown };
    const isTooLarge = status === 413;
    next(
      isTooLarge
        ? fault('payload_too_large', `The file must be at most ${MAX_FILE_BYTES / 1_024 ** 2} MiB`)
        : error,
    );
  });
};

function serve(kind: ImportKind, inTime: InTime): RequestHandler {
  return async (request, response) => {
    const { exchange } = request;
    const context = contextOf(request);
    const { map } = valid(Query, parseQuery(request.url), 'query parameter');
    const key = idempotencyKeyOf(request);
    const file = fileOf(request);
    // Each batch has the time of a request.
    const preview = await previewFile(context, { kind, file, ...(map !== undefined && { map }) }, (work) =>
      inTime({}, work),
    );
    const store = async (inside: Context) => ({
      status: 201,
      body: await success({ data: shown(await storePreview(inside, preview)) }),
    });
    if (key === undefined) {
      const { status, body } = await inTime(exchange, store(context));
      return exchange.respond(status, body);
    }
    const digest = createHash('sha256').update(file).digest('hex');
    const parts = [request.method, request.originalUrl, digest];
    const kept = await inTime(exchange, once(context, { key, parts, holdsSecret: false }, store));
    response.set(replayHeaders(kept));
    return exchange.respond(kept.status, kept.body);
  };
}

function fileOf(request: Request): Buffer {
  const bytes: unknown = request.body;
  if (Buffer.isBuffer(bytes) && bytes.length > 0) return bytes;
  throw fault('validation_error', 'Send the file as the body of the request', 'file');
}

function shown({ id, ...preview }: PreviewedImport): object {
  return { id: Number(id), ...preview };
}
