import { type Answer, answerOf } from './answer.ts';
import { expectDocumented, expectServable, isOfFiles } from './documented.ts';
import { expectProblems } from './expect-problems.ts';

/** A response that takes longer is a fault; the error names the request. */
const LONGEST_MS = 60_000;

export interface RequestOptions {
  /** An API key, sent as a bearer token. */
  key?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged, instead of `body`. */
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

/**
 * Sends a request to a path below /api/v1, or to any path that starts with // (then without one /).
 * Whatever is answered where /openapi.json describes it is held to it, and so is what was served there.
 */
export async function request(
  url: string,
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<Answer> {
  const { key, body, raw, headers } = options;
  const hasBody = body !== undefined || raw !== undefined;
  const target = path.startsWith('//') ? url + path.slice(1) : `${url}/api/v1${path}`;
  const response = await fetch(target, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(LONGEST_MS),
    headers: {
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(hasBody && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(hasBody && { body: raw ?? JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new Error(`${method} ${target} got no response`, { cause: error });
  });
  const answer = answerOf(response.status, response.headers, await response.text());
  expectProblems(answer.json);
  const isDocumented = !path.startsWith('//') || isOfFiles(path.slice(1));
  if (isDocumented) expectDocumented(method, target, answer);
  if (isDocumented && response.ok) expectServable(method, target, body);
  return answer;
}
