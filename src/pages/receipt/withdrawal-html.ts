import { escaped } from '../../reference/html.ts';
import { timeInWords } from '../../schema/core/noun/time-in-words.ts';
import { MAX_QUANTITY, MAX_TEXT } from '../../schema/core/limits.ts';
import { goodsInWords } from '../../schema/trace/withdrawal/notice-mail.ts';
import { noticeIdOf } from '../../schema/trace/withdrawal/notice-id.ts';
import type { BranchWithdrawal, BranchWithdrawals } from '../../schema/trace/withdrawal/read-told.ts';
import { documentHtml } from './html.ts';
import { NOTICE_FIELD } from './notice-form.ts';
import { NAME_CONSTRAINT, WHOLE_NUMBER } from './receipt-fields.ts';
import { wholeNumber } from './receipt-form-html.ts';
import { type FormField, marksOf, refusalIn, refusalOf, type RefusedForm, whyOf } from './refusal.ts';

const TITLES = { withdrawal: 'Withdrawal', recall: 'Recall', test: 'Exercise' };

/** Returns the page of a notice's own link. */
export function noticePage(told: BranchWithdrawal, logoPath?: string, refused?: RefusedForm): string {
  return documentHtml(titleOf(told), sectionOf(told, refused), logoPath);
}

/** Returns the part of a delivery's page about the withdrawals of its lots. */
export function withdrawalsIn({ shown, more }: BranchWithdrawals, refused?: RefusedForm): string {
  const sections = shown.map(
    (told) => `<section><h2>${titleOf(told)}</h2>${sectionOf(told, refused)}</section>`,
  );
  if (more > 0)
    sections.push(
      `<p role="note">${more} more, older or exercises, are not shown here. Ask the supplier about them.</p>`,
    );
  return sections.join('\n');
}

function titleOf({ kind, productName }: BranchWithdrawal): string {
  return escaped(`${TITLES[kind]} of ${productName}`);
}

function sectionOf(told: BranchWithdrawal, refused: RefusedForm | undefined): string {
  const facts = [
    ['From', told.supplier],
    ['Goods', goodsInWords(told)],
    ['Delivered to you', `${told.quantity} not returned`],
    ['Reason', told.reason],
    ['What to do', told.instruction],
  ];
  const exercise = told.kind === 'test' ? '<p>This is an exercise. No goods have to come back.</p>' : '';
  return `${saidIn(told)}${exercise}<dl>${facts.map(([name, value]) => `<div><dt>${name}</dt><dd class="text">${escaped(value!)}</dd></div>`).join('')}</dl>
${told.closedAt ? '<p>This withdrawal is closed.</p>' : noticeFormHtml(told, refused?.typed.get(NOTICE_FIELD.notice) === noticeIdOf(told) ? refused : undefined)}`;
}

/** Returns the confirmation of the branch's earlier answer; empty without one. */
function saidIn(told: BranchWithdrawal): string {
  const { acknowledgedBy, acknowledgedAt, timeZone, found, destroyed, held } = told;
  if (acknowledgedBy === null) return '';
  const counts = [
    ['found', found],
    ['destroyed', destroyed],
    ['held', held],
  ].filter(([, count]) => count !== null);
  const said = counts.map(([name, count]) => `${count} ${name}`).join(', ');
  return `<p class="done" role="status">Confirmed by ${escaped(acknowledgedBy)}, ${timeInWords(acknowledgedAt!, timeZone)}${said ? `: ${said}` : ''}.${told.closedAt ? '' : ' You can send it again.'}</p>
`;
}

const LABELS = { found: 'Found', destroyed: 'Destroyed', held: 'Held' };

/** Returns the field of the form that a path of the API is about. */
function fieldAt(path: string): FormField | undefined {
  if (path === 'acknowledgedBy')
    return { name: NOTICE_FIELD.acknowledgedBy, of: 'Your name', asks: NAME_CONSTRAINT };
  // The confirmed quantity is not an input of its own: it follows from the quantity found.
  const name = path === 'confirmed' ? 'found' : path;
  if (name !== 'found' && name !== 'destroyed' && name !== 'held') return undefined;
  return { name, of: LABELS[name], asks: constraintOf(name) };
}

function constraintOf(name: keyof typeof VERBS): string {
  return `enter how many you ${VERBS[name]}, ${WHOLE_NUMBER}`;
}

const VERBS = { found: 'found', destroyed: 'destroyed', held: 'hold' };

function noticeFormHtml(told: BranchWithdrawal, refused: RefusedForm | undefined): string {
  const id = noticeIdOf(told);
  const refusal = refused && refusalOf(refused, fieldAt);
  const acknowledgedBy = refusal?.typed.get(NOTICE_FIELD.acknowledgedBy) ?? told.acknowledgedBy;
  const fields = (['found', 'destroyed', 'held'] as const).map((name) => {
    const value = refusal ? refusal.typed.get(NOTICE_FIELD[name]) : told[name];
    const { attributes, below } = marksOf(refusal, NOTICE_FIELD[name], { id: `${name}-${id}` });
    return `<p><label for="${name}-${id}">${LABELS[name]}</label>
<input id="${name}-${id}" name="${NOTICE_FIELD[name]}" ${wholeNumber(MAX_QUANTITY, `${LABELS[name]}: ${constraintOf(name)}`)} value="${escaped(String(value ?? ''))}" ${attributes}>${below}</p>`;
  });
  const by = marksOf(refusal, NOTICE_FIELD.acknowledgedBy, { id: `by-${id}` });
  const isMore = refusal?.faults.some(({ fault }) => fault.problem === 'exceeds_delivered') ?? false;
  const confirmation = isMore
    ? `<input type="hidden" name="${NOTICE_FIELD.confirmed}" value="${escaped(refusal!.typed.get(NOTICE_FIELD.found)!)}">`
    : '';
  return `<form method="post" data-withdrawal novalidate>
${refusal ? refusalIn(refusal) : ''}
<input type="hidden" name="${NOTICE_FIELD.notice}" value="${id}">${confirmation}
<p>Enter how many you found, and how many of these you destroyed or hold.</p>
<div class="row">${fields.join('\n')}</div>
<p><label for="by-${id}">Your name</label>
<input id="by-${id}" name="${NOTICE_FIELD.acknowledgedBy}" required ${whyOf(`Your name: ${NAME_CONSTRAINT}`)} maxlength="${MAX_TEXT}" autocomplete="name" value="${escaped(acknowledgedBy ?? '')}" ${by.attributes}>${by.below}</p>
<button type="submit">${isMore ? 'Confirm anyway' : 'Confirm'}</button>
</form>`;
}
