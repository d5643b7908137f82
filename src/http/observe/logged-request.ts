import type { Values } from '../../problems.ts';
import { clientAddressOf } from '../../limits/client-address.ts';
import { maskKeys } from '../../schema/people/api-key/key-format.ts';
import type { Caller } from '../../schema/core/context.ts';
import { idempotencyHashOf } from '../../schema/insight/request/idempotency-hash.ts';
import { maskedBeginning, maskedBody } from '../../schema/insight/request/masked-body.ts';
import { withoutUnstorable } from '../../schema/insight/request/masked-text.ts';
import type { RequestEntry, RequestRecorder } from '../../schema/insight/request/recorder.ts';
import type { Exchange } from '../response/exchange.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const MAX_STORED_PATH = 500;
const MAX_USER_AGENT = 200;
const MAX_NAME = 100;
const MAX_FIELD = 200;
const MAX_STORED_MESSAGE = 500;
const MAX_VALUES_BYTES = 1_024;
const MAX_QUERY_LENGTH = 300;
const MAX_PARAMETERS = 20;
const PARAMETER_NAME = /^[a-z_]{1,40}$/;
/** Values that hold no secrets and no personal data: numbers, dates, times and single lower-case words. */
const PLAIN = /^(?:\d{1,10}|\d{4}-\d{2}-\d{2}(?:T[\d:.]{5,12}Z?)?|[a-z](?:_?[a-z])*)$/;
const MAX_PLAIN = 24;
const SECRET = /key|token|secret|pass|auth|sign|cred|code|session/i;
const MASK = '***';

/**
 * Hands a finished request to the request log, if it is one to keep: each failure and write, and a sample of
 * reads by keys. Requests without a valid key or session belong to no account.
 */
export function logRequest(recorder: RequestRecorder, exchange: Exchange, elapsedMs: number): void {
  const { sender, isLogReader } = exchange;
  if (!sender || isLogReader) return;
  const status = loggedStatus(exchange);
  const isFailed = status === null || status >= 400 || exchange.failure !== undefined;
  const plentiful = status === 429 ? 'refused' : !isFailed && isRead(exchange) ? 'reads' : undefined;
  // The web page polls every few seconds.
  if (plentiful === 'reads' && sender.keyId === undefined) return;
  if (plentiful && !recorder.samples(sender.accountId, plentiful)) return;
  const reason = isFailed ? reasonOf(exchange) : undefined;
  const keepsBody = reason !== undefined && !isRead(exchange) && recorder.samples(sender.accountId, 'bodies');
  recorder.record({
    ...loggedEntryOf(exchange, sender, { status, isFailed, elapsedMs }),
    message: reason?.message ?? null,
    problem: exchange.failure?.problem ?? null,
    values: reason?.values ?? null,
    body: (keepsBody && reason.body?.text) || null,
    isBodyCut: (keepsBody && reason.body?.isCut) || false,
  });
}

/** Returns a query string in which values that could be secrets are masked, also unusual names. */
export function maskedQuery(query: string): string {
  const parameters = [...new URLSearchParams(query.slice(0, MAX_QUERY_LENGTH * 4))].slice(0, MAX_PARAMETERS);
  const masked = parameters.map(([name, value]) =>
    PARAMETER_NAME.test(name) ? `${name}=${isPlainValue(name, value) ? value : MASK}` : `${MASK}=${MASK}`,
  );
  return masked.join('&').slice(0, MAX_QUERY_LENGTH);
}

/**
 * Returns the details of a failed request: the message of its error, the values of its problem, and its body,
 * all masked.
 */
function reasonOf({ request, failure }: Exchange) {
  const { message, values } = failure ?? {};
  const sent: unknown = request.body;
  const hasBody = Buffer.isBuffer(sent) ? sent.length > 0 : typeof sent === 'object' && sent !== null;
  const body = hasBody ? maskedBody(sent) : undefined;
  const { maskedToo } = body ?? { maskedToo: maskedBeginning };
  const shown = (text: string, max: number) =>
    withoutUnstorable(maskedToo(text, max)).slice(0, max).toWellFormed();
  return {
    body,
    message: message ? shown(message, MAX_STORED_MESSAGE) : null,
    values: values ? maskedValues(values, shown) : null,
  };
}

/** Returns the values of a problem as JSON; null if they are long, such as all names of time zones. */
function maskedValues(values: Values, shown: (text: string, max: number) => string): string | null {
  // guard: values-bytes
  if (Buffer.byteLength(JSON.stringify(values)) > MAX_VALUES_BYTES) return null;
  return JSON.stringify(values, (_name, value: unknown) =>
    typeof value === 'string' ? /* guard: masked-values */ shown(value, MAX_VALUES_BYTES) : value,
  );
}

/**
 * Returns the status of the response; null if the client left before it. Live streams always end that way.
 */
function loggedStatus({ response, operation }: Exchange): number | null {
  const isSent = response.writableFinished || (operation?.kind === 'subscription' && response.headersSent);
  return isSent ? response.statusCode : null;
}

function isRead({ request: { method }, operation, route }: Exchange): boolean {
  if (route === '/graphql') return operation !== undefined && operation.kind !== 'mutation';
  return READS.has(method);
}

function loggedEntryOf(
  exchange: Exchange,
  { accountId, keyId, personId }: Caller,
  { status, isFailed, elapsedMs }: { status: number | null; isFailed: boolean; elapsedMs: number },
): Omit<RequestEntry, 'message' | 'problem' | 'values' | 'body' | 'isBodyCut'> {
  const { id, request, failure, operation, route } = exchange;
  const { field = null } = failure ?? {};
  const { method, originalUrl, headers } = request;
  const end = originalUrl.indexOf('?');
  const key = headers['idempotency-key'];
  return {
    accountId,
    receivedAt: new Date(Date.now() - elapsedMs),
    requestId: id,
    method,
    path: maskKeys((end < 0 ? originalUrl : originalUrl.slice(0, end)).slice(0, MAX_STORED_PATH)),
    query: end < 0 ? null : maskKeys(maskedQuery(originalUrl.slice(end + 1))),
    endpoint: route === undefined ? null : exchange.endpoint,
    status,
    isFailed,
    code: failure?.code ?? (status !== null && status >= 400 ? 'internal_error' : null),
    field: masked(field, MAX_FIELD),
    keyId: keyId ?? null,
    personId: personId ?? null,
    address: networkOf(request.ip, request.socket.remoteAddress),
    durationMs: Math.round(elapsedMs),
    idempotencyKeyHash: typeof key === 'string' ? idempotencyHashOf(key) : null,
    userAgent: masked(headers['user-agent'], MAX_USER_AGENT),
    operation: masked(operation?.name, MAX_NAME),
  };
}

function masked(text: string | null | undefined, max: number): string | null {
  if (text == null) return null;
  return /* guard: masked-field */ maskKeys(withoutUnstorable(text.slice(0, max)));
}

/** Returns the network of a client: the /24 of an IPv4 address, the /48 of an IPv6 address. */
function networkOf(claimed: string | undefined, own: string | undefined): string {
  const { network } = clientAddressOf(claimed, own);
  return network.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');
}

function isPlainValue(name: string, value: string): boolean {
  return value.length <= MAX_PLAIN && PLAIN.test(value) && !SECRET.test(name);
}
