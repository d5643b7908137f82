import { type AppError, restFault } from '../../schema/core/errors.ts';

/**
 * Returns the body of a failed request: its first fault, and all of them in `details` when there are several.
 */
export function failure({ faults }: AppError): string {
  const details = faults.length > 1 ? { details: faults.map(restFault) } : {};
  return JSON.stringify({ status: 'error', error: { ...restFault(faults[0]!), ...details } });
}
