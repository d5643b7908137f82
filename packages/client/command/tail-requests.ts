import { followRequests, latestRequests, type LoggedRequest, type RequestFilter } from './follow-requests.ts';
import type { Service, Start } from './open-stream.ts';
import { createReporter, type Output } from './reporter.ts';
import { terminalJson, terminalText } from './terminal-text.ts';

/** The period whose requests are printed first by default: the last minute. */
const LATEST_MS = 60_000;

export interface TailOptions {
  service: Service;
  filter: RequestFilter;
  start: Start;
  /** Whether to wait for further requests until the signal aborts. */
  follows: boolean;
  json: boolean;
}

/**
 * Prints the requests in the request log as they end, until the signal aborts.
 *
 * @throws Refusal
 */
export async function tailRequests(
  { service, filter, start, follows, json }: TailOptions,
  output: Output,
  signal: AbortSignal,
): Promise<void> {
  const report = createReporter(output, json);
  const { interrupted: onInterrupted, resumed: onResumed } = report;
  const since = start.since ?? new Date(Date.now() - LATEST_MS).toISOString();
  const requests = follows
    ? followRequests({ service, filter, start, signal, onInterrupted, onResumed })
    : latestRequests(service, filter, since, signal);
  for await (const request of requests) output.out(requestLine(request, json));
}

/** Returns the line of a request: for people, or one JSON object. */
export function requestLine(request: LoggedRequest, json: boolean): string {
  const { id, receivedAt, method, path, operation, status, code, field, message, keyId, durationMs } =
    request;
  if (json) {
    const line = { id, received_at: receivedAt, method, path, operation, status, code, field, message };
    const who = { key: keyId, person: request.personName, duration_ms: durationMs };
    return `${terminalJson(JSON.stringify({ ...line, ...who }))}\n`;
  }
  const who = keyId === null ? request.personName : `key ${keyId}`;
  const parts = [
    receivedAt,
    status ?? '---',
    method,
    path,
    operation,
    code,
    field,
    message,
    `${durationMs} ms`,
    who,
    id,
  ];
  return `${terminalText(parts.filter((part) => part !== null && part !== '').join('  '))}\n`;
}
