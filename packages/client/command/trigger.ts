import { randomUUID } from 'node:crypto';
import { CALLBACKS } from '../callbacks.ts';
import { UsageError } from './errors.ts';
import { createReporter, type Output } from './reporter.ts';
import { sendCallback } from './send-callback.ts';
import { webhookIdOf } from './signature.ts';

export interface TriggerOptions {
  type: keyof typeof CALLBACKS;
  forwardTo: string;
  /** Changes to the body, such as `data.delivery_id=4711`. */
  changes: readonly string[];
  secret: string;
  json: boolean;
}

type Json = Record<string, unknown>;

/**
 * Sends an example of a callback, and shows the response. No service is involved.
 *
 * @returns whether the response was a 2xx
 * @throws UsageError when a change names no field of the body
 */
export async function trigger(
  { type, forwardTo, changes, secret, json }: TriggerOptions,
  output: Output,
  signal: AbortSignal,
): Promise<boolean> {
  const example = structuredClone(CALLBACKS[type]) as Json;
  for (const change of changes) apply(example, change);
  const body = JSON.stringify(example);
  const report = createReporter(output, json);
  const event = { id: 'example', type, occurredAt: String(example.timestamp), body };
  const webhookId = webhookIdOf(randomUUID());
  report.secret('Signed', secret);
  report.event(event);
  const outcome = await sendCallback({ url: forwardTo, secret, webhookId, body }, signal);
  if (!signal.aborted) report.forwarded({ event, url: forwardTo, webhookId, ...outcome });
  return outcome.error === null;
}

function apply(body: Json, change: string): void {
  const [, path, text] = /^([^=]+)=(.*)$/s.exec(change) ?? [];
  if (path === undefined || text === undefined) {
    throw new UsageError(`--set needs a path and a value, such as data.delivery_id=4711, not ${change}`);
  }
  const names = path.split('.');
  const last = names.pop()!;
  const parent = names.reduce<unknown>((value, name) => ownValue(value, name), body);
  const before = ownValue(parent, last);
  if (before === undefined) {
    throw new UsageError(`${path} is not in the body. It has ${pathsOf(body).join(', ')}`);
  }
  (parent as Json)[last] = typeof before === 'string' ? text : valueOf(text);
}

function ownValue(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Json)[name]
    : undefined;
}

/** Returns the JSON value of a text, otherwise the text. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function pathsOf(value: Json, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, each]) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? pathsOf(each as Json, `${prefix}${name}.`)
      : [`${prefix}${name}`],
  );
}
