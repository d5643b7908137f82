import { type AppError, shownFault } from '../../schema/core/errors.ts';

/**
 * Returns the body of a failed request: its first fault, and all of them in `details` when there are several.
 */
export function failure({ faults }: AppError): string {
  const details = faults.length > 1 ? { details: faults.map(shownFault) } : {};
  return JSON.stringify({ status: 'error', error: { ...shownFault(faults[0]!), ...details } });
}
