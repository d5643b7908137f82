import { z } from 'zod';
import { ToolRequestDocument } from '../generated/operations.ts';
import { STATUS } from '../http/response/error-status.ts';
import { ERROR_CODES } from '../reference/error-codes.ts';
import { type ErrorCode, fault } from '../schema/core/errors.ts';
import { TOOL_RECORDS } from './records.ts';
import { tool } from './tool.ts';

const CODES = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]];
const MAX_REQUEST_ID = 128;
const { Request: REQUEST } = TOOL_RECORDS;

export const errorTools = [
  tool({
    name: 'explain_error',
    title: 'Explain an error',
    description:
      'Says what an error code of the API means and what to do about it. With the `X-Request-Id` of a response it finds the request in the log of the last days, if this key sent it, and explains how that ended.',
    scopes: [],
    input: z.strictObject({
      code: z.enum(CODES).optional().describe('The `code` of the error.'),
      request_id: z
        .string()
        .min(1)
        .max(MAX_REQUEST_ID)
        .optional()
        .describe('The `X-Request-Id` of the response, in place of the code.'),
    }),
    output: z.strictObject({
      code: z.enum(CODES).nullable().describe('Null if the request had no error.'),
      status: z.int().nullable().describe('The HTTP status of the code over REST.'),
      meaning: z.string(),
      what_to_do: z.string(),
      request: REQUEST.schema.optional(),
    }),
    async answer({ code, request_id }, { run }) {
      if ((code === undefined) === (request_id === undefined)) {
        throw fault('not_with', 'Give either code or request_id', 'code', { other: 'request_id' });
      }
      if (code) return explained(code);
      const { request } = await run(ToolRequestDocument, { id: request_id! });
      if (!request) {
        const problem =
          'The log has no request of this key with this id. It leaves out some successful reads';
        throw fault('request_not_logged', problem, 'request_id');
      }
      const match = CODES.find((each) => each === request.code);
      return { ...(match ? explained(match) : withoutCode(request)), request: REQUEST.toShown(request) };
    },
  }),
];

function explained(code: ErrorCode) {
  const { when, advice } = ERROR_CODES[code];
  return { code, status: STATUS[code], meaning: when, what_to_do: advice };
}

function withoutCode({ status, failed }: { status?: number | null | undefined; failed: boolean }) {
  const none = { code: null, status: status ?? null };
  if (status == null) {
    const meaning = 'The client disconnected before the response';
    return { ...none, meaning, what_to_do: 'Wait longer for the response, or request less' };
  }
  if (failed) return { ...none, meaning: 'The request failed', what_to_do: 'Read the body of its response' };
  return { ...none, meaning: 'The request succeeded', what_to_do: 'Nothing' };
}
