/**
 * The codes of statuses and reasons that the service's messages can contain; names and texts of users stay.
 */
const CODES = /\b(?:in_transit|wrong_item|too_warm|short_dated)\b/g;

/** Returns a message of the service with words in place of codes: "in transit" for `in_transit`. */
export function codesInWords(message: string): string {
  return message.replaceAll(CODES, (code) => code.replaceAll('_', ' '));
}
