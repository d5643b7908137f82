import { accountOf, type Context, type Mail } from '../../core/context.ts';
import { MAX_LONG_TEXT } from '../../core/limits.ts';
import { mailSentences, mailWords, wordsOf } from '../../people/person/mail-words.ts';
import { dayInWords } from '../../core/noun/day-in-words.ts';
import type { Told } from './read-told.ts';
import { type StoredLink, urlOf } from './store-notice-link.ts';

const TITLES = { withdrawal: 'Withdrawal', recall: 'Recall', test: 'Exercise, no real withdrawal' };

/** Returns the mail to an address about one withdrawal, with a link for each branch. */
export async function noticeMail(
  context: Context,
  to: string,
  branches: readonly { link: StoredLink; told: Told }[],
): Promise<Mail> {
  const accountId = accountOf(context);
  const [{ told }] = branches as [(typeof branches)[number]];
  const rows = await context.db.branch.findMany({
    where: { accountId, id: { in: branches.map(({ link }) => link.branchId) } },
    select: { id: true, name: true },
  });
  const names = new Map(rows.map(({ id, name }) => [id, mailWords(name)]));
  const title = `${TITLES[told.kind]} of ${mailWords(told.productName)}`;
  const links = branches.map(
    ({ link, told: { quantity } }) =>
      `${names.get(link.branchId)}, delivered and not returned: ${quantity}\n${urlOf(context, link)}`,
  );
  return {
    to,
    subject: `${title} (${mailWords(told.supplier)})`,
    text: `To ${[...names.values()].join(', ')}

${title}, ${goodsOf(told, mailWords)}

Reason: ${mailSentences(told.reason, MAX_LONG_TEXT)}

What to do: ${mailSentences(told.instruction, MAX_LONG_TEXT)}

Please confirm here what you found:

${links.join('\n\n')}

${wordsOf(told.supplier)}
`,
  };
}

/** Returns the withdrawn goods in words. */
export function goodsOf(
  { lots, bestBeforeFrom, bestBeforeTo }: Told,
  shown: (lot: string) => string = (lot) => lot,
): string {
  if (lots.length > 0)
    return `${lots.length === 1 ? 'lot' : 'lots'} ${lots.map((lot) => shown(lot)).join(', ')}`;
  const [from, to] = [bestBeforeFrom, bestBeforeTo].map((date) => date && dayInWords(date));
  return ['best before or use by', from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ');
}
