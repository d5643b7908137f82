/** How many of the failures in a row that deactivate a webhook there have been: "3 of 10". */
export function failuresInWords({
  consecutiveFailures,
  deactivatesAfter,
}: {
  consecutiveFailures: number;
  deactivatesAfter: number;
}): string {
  return consecutiveFailures === 0 ? 'none' : `${consecutiveFailures} of ${deactivatesAfter}`;
}
