import { normalized } from '../../core/noun/texts.ts';

/** The maximum length of a name in mails, so that it cannot carry a message. */
const MAX_NAME = 60;

/** Characters of addresses, and characters that look like them. */
const OF_ADDRESSES = /[/.:@\\\u3002\uFF61]/gu;
/**
 * In a sentence, a dot or a colon at the end of a word or within one number, such as 1.5 or 10:30, makes no
 * address.
 */
const OF_ADDRESSES_IN_SENTENCES =
  /(?!(?<=(?<![\d.:])\d{1,9})[.:](?=\d{1,9}(?![\d.:]))|[.:](?=\s|$))[.:]|[/@\\\u3002\uFF61]/gu;

/** Returns a name from a user for a mail: short, in one line, and without anything that becomes a link. */
export function mailWords(name: string, maxLength = MAX_NAME): string {
  return withoutLinks(name, maxLength, OF_ADDRESSES);
}

/** Returns sentences from a user for a mail: in one line, and without anything that becomes a link. */
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

/** Returns the last line of a mail, which names the company that wrote its text. */
export function wordsOf(company: string): string {
  return `Provender sent this mail for ${mailWords(company)}, who wrote the text in it.`;
}
