import { STATUS } from '../http/response/error-status.ts';
import { fault, restFault } from '../schema/core/errors.ts';
import type { Tool } from './tool.ts';
import { bodyTooLarge } from '../http/server/body.ts';

/** An error of JSON-RPC, as the library or the service itself wrote it. */
interface RpcError {
  code: number;
  message: string;
  data?: Record<string, unknown>;
}

/** An error with the code and the problem of the service. */
export type CodedError = ReturnType<typeof restFault>;

/** The codes of JSON-RPC for errors that the library itself finds, some only with some HTTP statuses. */
const BY_NUMBER: Record<number, { problem: LibraryProblem; field: string | null }> = {
  [-32_700]: { problem: 'malformed_json', field: null },
  [-32_600]: { problem: 'invalid_message', field: null },
  [-32_601]: { problem: 'unknown_method', field: 'method' },
  [-32_602]: { problem: 'invalid_message', field: 'params' },
  // The resource does not exist.
  [-32_002]: { problem: 'unknown_resource', field: 'uri' },
  [-32_603]: { problem: 'internal_error', field: null },
  [-32_020]: { problem: 'invalid_message', field: null },
};
const PROBLEM_BY_STATUS = new Map<number, LibraryProblem>([
  [STATUS.method_not_allowed, 'method_not_allowed'],
  [STATUS.unsupported_media_type, 'not_json'],
]);

/** The problems that the library finds; they have no values. */
type LibraryProblem =
  | 'malformed_json'
  | 'invalid_message'
  | 'unknown_method'
  | 'unknown_resource'
  | 'internal_error'
  | 'method_not_allowed'
  | 'not_json'
  | 'not_acceptable'
  | 'unknown_tool';
/** The status for a response type that is not supported, which no error of the service itself has. */
const NOT_ACCEPTABLE = 406;
const STREAM_TYPE = 'text/event-stream';

/** An answer of the library to a message. */
interface Answered {
  status: number;
  type: string | undefined;
  text: string;
}

/**
 * Returns the text of an answer in which an error that the library found has the service's `code` and `field`
 * as well, and that error, if there is one.
 */
export function codedAnswer({ status, type, text }: Answered, message: unknown, tools: readonly Tool[]) {
  let refused: CodedError | undefined;
  const coded = (json: string) => {
    const answer = parsedAnswer(json);
    if (!answer?.error) return json;
    refused = codedErrorOf(answer.error, status, message, tools);
    const { message: text, ...data } = refused;
    const error = { ...answer.error, message: text, data: { ...answer.error.data, ...data } };
    return JSON.stringify({ ...answer, error });
  };
  const whole = type?.startsWith(STREAM_TYPE)
    ? text.replaceAll(/^data: (.*)$/gm, (_line, json: string) => `data: ${coded(json)}`)
    : coded(text);
  return { text: whole, refused };
}

function codedErrorOf(error: RpcError, status: number, message: unknown, tools: readonly Tool[]): CodedError {
  const known = error.data as Partial<CodedError> | undefined;
  if (known?.code && known.code in STATUS && known.problem) {
    const { code, problem, field = null, values = null } = known;
    return { code, message: error.message, field, problem, values };
  }
  const wanted = toolIn(message);
  const isOffered = wanted !== undefined && tools.some(({ name }) => name === wanted);
  if (wanted !== undefined && !isOffered && error.code === -32_602) return unknownTool(wanted, tools);
  if (status === STATUS.payload_too_large) return restFault(bodyTooLarge().faults[0]!);
  if (status === NOT_ACCEPTABLE) return refusal('not_acceptable', error.message, 'Accept');
  const { problem, field } = BY_NUMBER[error.code] ?? { problem: 'invalid_message' as const, field: null };
  return refusal(PROBLEM_BY_STATUS.get(status) ?? problem, error.message, field);
}

function refusal(problem: LibraryProblem, message: string, field: string | null): CodedError {
  return restFault(fault(problem, message, field).faults[0]!);
}

function unknownTool(name: string, tools: readonly Tool[]): CodedError {
  const offered = tools.map((tool) => tool.name).join(', ');
  const message = `No tool '${shortToolName(name)}' for this API key and the settings of its account. Available: ${offered}`;
  return refusal('unknown_tool', message, 'name');
}

/** Shortens the name of a tool, because that of an unknown tool can have any length. */
function shortToolName(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100)}…` : name;
}

/** Returns the tool that a message calls. */
function toolIn(message: unknown): string | undefined {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  return method === 'tools/call' && typeof params?.name === 'string' ? params.name : undefined;
}

function parsedAnswer(json: string): { error?: RpcError } | undefined {
  try {
    return (JSON.parse(json) ?? undefined) as { error?: RpcError } | undefined;
  } catch {
    return undefined;
  }
}
