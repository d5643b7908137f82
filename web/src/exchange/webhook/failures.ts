/** Describes the consecutive failures, out of those that deactivate a webhook: "3 of 10". */
export function failuresInWords({
  consecutiveFailures,
  deactivatesAfter,
}: {
  consecutiveFailures: number;
  deactivatesAfter: number;
}): string {
  return consecutiveFailures === 0 ? 'None' : `${consecutiveFailures} of ${deactivatesAfter}`;
}
