import type { Request, RequestHandler } from 'express';
import { noteRunning } from '../../database/running-request.ts';
import { AppError, fault } from '../../schema/core/errors.ts';
import { parseExactJson } from './exact-json.ts';
import { jsonFaultIn } from './json-fault.ts';
import { readBytes } from './read-bytes.ts';

export const MAX_BODY_KIB = 256;
/** The maximum body of requests without a caller: to sign in or up, to accept an invitation. */
export const MAX_STRANGERS_BODY_KIB = 16;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the bytes of a JSON body, once the caller is known. Bodies of other types, and those that are too
 * large, are refused unread.
 */
export const readBody: RequestHandler = async (request, _response, next) => {
  if (hasBody(request) && !request.is('application/json')) {
    throw fault('not_json', 'Send the body as Content-Type: application/json');
  }
  request.body = request.exchange.caller
    ? await readBytes(request, MAX_BODY_KIB * 1_024, bodyTooLarge)
    : await readBytes(request, MAX_STRANGERS_BODY_KIB * 1_024, strangersBodyTooLarge);
  next();
};

/** Returns the error for a body that is too large. */
export function bodyTooLarge(): AppError {
  return payloadTooLarge(MAX_BODY_KIB, `The body must be at most ${MAX_BODY_KIB} KiB`);
}

/** Returns the error for a body that is too large for a request without a caller. */
export function strangersBodyTooLarge(): AppError {
  return payloadTooLarge(
    MAX_STRANGERS_BODY_KIB,
    `Without an API key, a session or the link of a receipt, the body must be at most ${MAX_STRANGERS_BODY_KIB} KiB`,
  );
}

function payloadTooLarge(kib: number, message: string): AppError {
  return fault('payload_too_large', message, null, { max: kib * 1_024 });
}

/**
 * Returns the JSON value of the body.
 *
 * @throws AppError `invalid_json`, also when a required body is missing; `validation_error` on a number with
 * more digits than a double holds
 */
export function parseBody(request: Request, isOptional: boolean): unknown {
  noteRunning();
  const bytes: unknown = request.body;
  const isEmpty = !Buffer.isBuffer(bytes) || bytes.length === 0;
  if (isEmpty && isOptional) return {};
  if (isEmpty) throw fault('missing_json', 'A JSON body is required');
  const text = textIn(bytes);
  try {
    return parseExactJson(text);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const problem = error instanceof RangeError ? 'it is nested too deeply' : jsonFaultIn(text);
    throw fault('malformed_json', `The body is not valid JSON: ${problem}`);
  }
}

function textIn(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw fault('not_utf8', 'The body is not UTF-8');
  }
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
