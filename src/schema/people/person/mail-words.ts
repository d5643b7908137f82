import { normalized } from '../../core/noun/texts.ts';

/** So that a name carries no message of its own. */
const MAX_NAME = 60;

/** Also characters that look like those of addresses. */
const OF_ADDRESSES = /[/.:@\\\u3002\uFF61]/gu;
/**
 * In a sentence, a dot or a colon at the end of a word or within one number, such as 1.5 or 10:30, makes no
 * address.
 */
const OF_ADDRESSES_IN_SENTENCES =
  /(?!(?<=(?<![\d.:])\d{1,9})[.:](?=\d{1,9}(?![\d.:]))|[.:](?=\s|$))[.:]|[/@\\\u3002\uFF61]/gu;

/** Returns a name that others gave, for a mail: short, in one line, and nothing in it becomes a link. */
export function mailWords(name: string, maxLength = MAX_NAME): string {
  return withoutLinks(name, maxLength, OF_ADDRESSES);
}

/** Returns sentences that others wrote, for a mail: in one line, and nothing in them becomes a link. */
export function mailSentences(text: string, maxLength: number): string {
  return withoutLinks(text, maxLength, OF_ADDRESSES_IN_SENTENCES);
}

function withoutLinks(text: string, maxLength: number, ofAddresses: RegExp): string {
  return normalized(text.slice(0, maxLength), 'NFKC')
    .slice(0, maxLength)
    .replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ')
    .replaceAll(ofAddresses, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
}

/** Returns the last line of a mail, which says whose text it has. */
export function wordsOf(company: string): string {
  return `Provender sent this mail for ${mailWords(company)}, who wrote the text in it.`;
}
