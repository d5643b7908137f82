import { fault } from '../schema/core/errors.ts';
import type { ToolOutput } from './tool.ts';

const MAX_KB = 60;
/** The bytes that the protocol adds to an answer. */
const FRAME_BYTES = 2_000;
const MAX_BYTES = MAX_KB * 1_000 - FRAME_BYTES;

/**
 * Returns the size of a value in an answer: structured, and once more as text for clients that only read
 * that.
 */
function answerBytes(value: unknown): number {
  const text = JSON.stringify(value);
  return Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(text));
}

/** Returns how many items from the start of a list fit into an answer beside `rest`. */
export function countFitting(items: readonly unknown[], rest: unknown = {}): number {
  let left = MAX_BYTES - answerBytes(rest);
  const end = items.findIndex((item) => (left -= answerBytes(item) + 2) < 0);
  return end < 0 ? items.length : end;
}

/** Returns whether an answer is short enough. */
export function isFitting(answer: ToolOutput): boolean {
  return answerBytes(answer) <= MAX_BYTES;
}

/**
 * @throws AppError `validation_error` for a response that is too large; `help` says how to get a smaller one
 */
export function requireFitting(answer: ToolOutput, help: string): ToolOutput {
  if (isFitting(answer)) return answer;
  throw fault('response_too_large', `The answer would have more than ${MAX_KB} KB. ${help}`);
}
