import { type AppError, type ErrorCode, restFault } from '../schema/core/errors.ts';

/** The numbers of JSON-RPC for errors before a message is handled (default: one that servers may choose). */
const NUMBERS: Partial<Record<ErrorCode, number>> = {
  invalid_json: -32_700,
  validation_error: -32_600,
  internal_error: -32_603,
};
const DEFAULT_NUMBER = -32_000;

/** Returns the body of a refused request: the error of JSON-RPC, with that of the service in `data`. */
export function rpcFailure({ faults: [first] }: AppError): string {
  const { message, ...data } = restFault(first!);
  const error = { code: NUMBERS[data.code] ?? DEFAULT_NUMBER, message, data };
  return JSON.stringify({ jsonrpc: '2.0', id: null, error });
}
