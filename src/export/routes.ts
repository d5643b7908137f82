import { pipeline } from 'node:stream/promises';
import { type RequestHandler, Router } from 'express';
import { contextOf } from '../http/admission/admission.ts';
import type { InTime } from '../http/server/deadline.ts';
import { callerOf, httpOf, unauthorized } from '../schema/core/context.ts';
import { notFound, rateLimited } from '../schema/core/errors.ts';
import { valid } from '../schema/core/noun/valid.ts';
import { parseQuery } from '../http/server/query-parameters.ts';
import type { Run } from '../rest/run.ts';
import { type CsvValue, csvLine } from './csv.ts';
import type { ExportedList, ExportPage } from './exported.ts';
import { isGone } from './is-gone.ts';
import { type Ending, endingsOf, MEDIA_TYPES } from './endings.ts';
import { LISTS } from './lists.ts';
import { byPageNames, inRequestNames } from './rest-names.ts';
import { xlsxOf } from './xlsx.ts';

/** Marks the file as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\uFEFF';
/** How long to wait for another export; most take less. */
const EXPORT_BUSY_S = 5;
/** How many people and keys of an account export at a time, in each process. */
const MAX_OF_ACCOUNT = 4;
/** How soon an export ends after its key is revoked or its session ends. */
const RECHECK_MS = 1_000;

type ReadPart = (after: string | null) => Promise<ExportPage<object>>;

type BodyOf = (
  list: ExportedList,
  first: ExportPage<object>,
  readPart: ReadPart,
) => Promise<Iterable<Uint8Array> | AsyncIterable<Uint8Array>>;

const BODY_BY_ENDING: Record<Ending, BodyOf> = {
  csv: (list, first, readPart) => Promise.resolve(csvOf(list, first, readPart)),
  xlsx: async (...parts) => [await xlsxOf(...parts)],
};

/**
 * Returns the routes of `/export/deliveries.csv` and so on: the lists of the web page, with the same filters,
 * as CSV. A list is read page by page as fast as the client reads it, so its length does not matter. Some are
 * also .xlsx, with a maximum length. Each person and each key can run one export at a time in each process,
 * within the share of the account.
 */
export function exportRoutes(run: Run, inTime: InTime): Router {
  const router = Router({ caseSensitive: true });
  const running = new Map<bigint, Set<string>>();
  for (const [name, list] of Object.entries(LISTS)) {
    for (const ending of endingsOf(list)) {
      const handler = serveExport(name, ending, list, run, inTime);
      router.get(`/${name}.${ending}`, oneExportAtATime(running, handler));
    }
  }
  return router;
}

function oneExportAtATime(running: Map<bigint, Set<string>>, handler: RequestHandler): RequestHandler {
  return async (request, response, next) => {
    const { caller } = request.exchange;
    if (!caller) throw unauthorized();
    const { accountId, keyId, personId } = caller;
    const who = keyId === undefined ? `person ${personId}` : `key ${keyId}`;
    const ofAccount = running.get(accountId) ?? new Set();
    if (ofAccount.has(who) || ofAccount.size >= MAX_OF_ACCOUNT) {
      const message = ofAccount.has(who)
        ? 'Your other export is running. Try again when it is done'
        : `${MAX_OF_ACCOUNT} exports of this account are running. Try again when one is done`;
      throw rateLimited('export_running', message, EXPORT_BUSY_S);
    }
    running.set(accountId, ofAccount.add(who));
    try {
      await handler(request, response, next);
    } finally {
      ofAccount.delete(who);
      if (ofAccount.size === 0) running.delete(accountId);
    }
  };
}

function serveExport(
  name: string,
  ending: Ending,
  list: ExportedList,
  run: Run,
  inTime: InTime,
): RequestHandler {
  const file = `${name}.${ending}`;
  return async (request, response) => {
    request.exchange.route = `/export/${file}`;
    const context = contextOf(request);
    const { scopes } = callerOf(context);
    const { parameters, given } = byPageNames(list.query, parseQuery(request.url));
    const refuse = (error: unknown) => {
      throw inRequestNames(error, given);
    };
    const query = await Promise.try(() => valid(list.query, parameters, 'query parameter')).catch(refuse);
    const variables = { ...query, ...list.added?.((scope) => scopes.has(scope)) };
    let checkedAt = Date.now();
    const readPart: ReadPart = async (after) => {
      // The time limit of a request applies to each part.
      const part = {};
      if (Date.now() - checkedAt > RECHECK_MS) {
        context.caller = await inTime(part, httpOf(context).live!.reauthenticate());
        checkedAt = Date.now();
      }
      const asked = { ...variables, ...(list.at?.(after, variables) ?? { after }) };
      const data = await inTime(part, run(list.operation, asked as never, context));
      return list.partOf(data, asked) ?? Promise.reject(notFound('record'));
    };
    // A refused request fails here, before anything is sent.
    const first = await readPart(null).catch(refuse);
    const headers = {
      'Content-Type': MEDIA_TYPES[ending],
      'Content-Disposition': `attachment; filename="${file}"`,
      'Cache-Control': 'no-store',
    };
    if (request.method === 'HEAD') return void response.set(headers).end();
    const body = await BODY_BY_ENDING[ending](list, first, readPart);
    // A client that reads slowly must not occupy a slot of the account's other requests.
    request.exchange.slot?.release();
    try {
      await pipeline(body, response.set(headers));
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  };
}

/** Yields bytes, because Node.js 26 stalls on non-ASCII text chunks once a client's connection is full. */
async function* csvOf(
  { columns }: ExportedList,
  first: ExportPage<object>,
  readPart: ReadPart,
): AsyncGenerator<Buffer> {
  yield Buffer.from(BYTE_ORDER_MARK + csvLine(Object.keys(columns)));
  const cells = Object.values(columns) as ((row: object) => CsvValue)[];
  for (let part = first; ;) {
    const { rows, next } = part;
    if (rows.length > 0)
      yield Buffer.from(rows.map((row) => csvLine(cells.map((cell) => cell(row)))).join(''));
    if (next === null) return;
    part = await readPart(next);
  }
}
