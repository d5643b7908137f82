/** So that a text of others carries no message of its own. */
const MAX_LENGTH = 60;

/**
 * Returns a text of others for a mail: short, in one line, and nothing in it becomes a link, also by characters that look
 * like those of addresses.
 */
export function mailWords(text: string, maxLength = MAX_LENGTH): string {
  return text
    .normalize('NFKC')
    .slice(0, maxLength)
    .replaceAll(/[\p{C}\p{Z}\s/.:@\\\u3002\uFF61]+/gu, ' ')
    .trim();
}
