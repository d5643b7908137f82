import { STATUS } from '../http/response/error-status.ts';
import type { ErrorCode } from '../schema/errors.ts';
import type { Tool } from './tool.ts';

/** An error of JSON-RPC, as the library or the service itself wrote it. */
interface RpcError {
  code: number;
  message: string;
  data?: Record<string, unknown>;
}

/** What an answer refused. */
export interface CodedError {
  code: ErrorCode;
  message: string;
  field: string | null;
}

/** The codes of JSON-RPC for errors that the library itself finds, some only with some HTTP statuses. */
const BY_NUMBER: Record<number, Pick<CodedError, 'code' | 'field'>> = {
  [-32_700]: { code: 'invalid_json', field: null },
  [-32_600]: { code: 'validation_error', field: null },
  [-32_601]: { code: 'not_found', field: 'method' },
  [-32_602]: { code: 'validation_error', field: 'params' },
  // A resource without this URI.
  [-32_002]: { code: 'not_found', field: 'uri' },
  [-32_603]: { code: 'internal_error', field: null },
  [-32_020]: { code: 'validation_error', field: null },
};
const BY_STATUS = new Map<number, ErrorCode>(
  (['method_not_allowed', 'payload_too_large', 'unsupported_media_type'] as const).map((code) => [
    STATUS[code],
    code,
  ]),
);
/** HTTP has this status, the service's own errors do not. */
const NOT_ACCEPTABLE = 406;
const EVENT_STREAM = 'text/event-stream';

/** An answer of the library to a message. */
interface Answered {
  status: number;
  type: string | undefined;
  text: string;
}

/**
 * Returns the text of an answer in which an error that the library found has the service's `code` and `field` as well,
 * and what it refused, if it did.
 */
export function codedAnswer({ status, type, text }: Answered, message: unknown, tools: readonly Tool[]) {
  let refused: CodedError | undefined;
  const coded = (json: string) => {
    const answer = parsed(json);
    if (!answer?.error) return json;
    refused = refusalOf(answer.error, status, message, tools);
    const { code, field } = refused;
    const error = { ...answer.error, message: refused.message, data: { ...answer.error.data, code, field } };
    return JSON.stringify({ ...answer, error });
  };
  const whole = type?.startsWith(EVENT_STREAM)
    ? text.replaceAll(/^data: (.*)$/gm, (_line, json: string) => `data: ${coded(json)}`)
    : coded(text);
  return { text: whole, refused };
}

function refusalOf(error: RpcError, status: number, message: unknown, tools: readonly Tool[]): CodedError {
  const own = error.data?.code as ErrorCode | undefined;
  if (own && own in STATUS) return { code: own, message: error.message, field: fieldIn(error.data!) };
  const wanted = toolIn(message);
  const isOffered = wanted !== undefined && tools.some(({ name }) => name === wanted);
  if (wanted !== undefined && !isOffered && error.code === -32_602) return unknownTool(wanted, tools);
  if (status === NOT_ACCEPTABLE) return { code: 'validation_error', message: error.message, field: 'Accept' };
  const { code, field } = BY_NUMBER[error.code] ?? { code: 'validation_error' as const, field: null };
  return { code: BY_STATUS.get(status) ?? code, message: error.message, field };
}

function unknownTool(name: string, tools: readonly Tool[]): CodedError {
  const offered = tools.map((tool) => tool.name).join(', ');
  const message = `No tool '${shortened(name)}' for this API key and the settings of its account. Available: ${offered}`;
  return { code: 'not_found', message, field: 'name' };
}

/** The name of a tool that does not exist can have any length. */
function shortened(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100)}…` : name;
}

/** Returns the tool that a message calls. */
function toolIn(message: unknown): string | undefined {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  return method === 'tools/call' && typeof params?.name === 'string' ? params.name : undefined;
}

function fieldIn({ field }: Record<string, unknown>): string | null {
  return typeof field === 'string' ? field : null;
}

function parsed(json: string): { error?: RpcError } | undefined {
  try {
    return (JSON.parse(json) ?? undefined) as { error?: RpcError } | undefined;
  } catch {
    return undefined;
  }
}
