import { escaped } from '../../reference/html.ts';
import { timeInWords } from '../../schema/core/noun/time-in-words.ts';
import type { Fault } from '../../schema/core/errors.ts';
import { dayInWords } from '../../schema/core/noun/day-in-words.ts';
import type { Note, NoteLine } from '../../schema/trade/receipt/read-note.ts';
import { answerIn, disputeIn, questionsIn } from './disputes-html.ts';
import { ANSWER_FIELD, type Typed } from './form.ts';
import { lotList } from './lots-html.ts';
import { answerFieldsOf, receiptFieldsOf } from './receipt-fields.ts';
import { receiptForm } from './receipt-form-html.ts';
import { problemIn, type Refusal, refusalIn, refusalOf, type RefusedForm } from './refusal.ts';

/** Where the page loads its style, its script and its font from. */
const STYLE_PATH = '/r/receipt.css';
const SCRIPT_PATH = '/r/receipt.js';
const FONT_PATH = '/r/inter-latin-wght-normal.woff2';

/**
 * Returns the page of a link: the form, or what was confirmed.
 *
 * @param isChanged whether the delivery was changed after the link was printed
 * @param logoPath where the supplier's logo is, if it has one
 * @param refused the form of the receipt or of an answer, which is shown again with what was typed
 * @param withdrawals HTML about the withdrawals of its lots
 */
export function notePage(
  note: Note,
  isChanged: boolean,
  logoPath?: string,
  refused?: RefusedForm,
  withdrawals = '',
): string {
  const { id, supplier, supermarket, branch, reference, orderNumber, notes } = note;
  const facts: [string, string | null][] = [
    ['From', supplier],
    ['To', `${supermarket}, ${branch}`],
    ['Delivery date', dayInWords(note.deliveryDate)],
    ['Number', reference === null ? `#${id}` : `#${id} · ${reference}`],
    ['Your order number', orderNumber],
    ['Notes', notes],
  ];
  const refusal = refused && refusalOf(refused, formFieldsOf(note, refused.typed));
  const shown = facts.filter(([, value]) => value !== null);
  return documentHtml(
    `Delivery #${id}`,
    `${confirmationIn(note)}${withdrawals}
<dl>${shown.map(([name, value]) => `<div><dt>${name}</dt><dd>${escaped(value!)}</dd></div>`).join('')}</dl>
${isChanged ? `<p role="note">This delivery was changed after your note was printed. This is the newest version, #${id}.</p>` : ''}
${refusal ? refusalIn(refusal) : ''}
${contentOf(note, refusal)}`,
    logoPath,
  );
}

function formFieldsOf(note: Note, typed: Typed) {
  return (typed.has(ANSWER_FIELD.dispute) ? answerFieldsOf : receiptFieldsOf)(note, typed);
}

/** Returns a page with nothing but a message, such as an error. */
export function messagePage(title: string, text: string, error?: Fault): string {
  return documentHtml(title, `<p${error ? ` ${problemIn(error)}` : ''}>${escaped(text)}</p>`);
}

/** Returns a page; `title` is HTML. The content names the supplier, so the logo says nothing more. */
export function documentHtml(title: string, content: string, logoPath?: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Provender</title>
<link rel="stylesheet" href="${STYLE_PATH}">
<link rel="preload" as="font" type="font/woff2" crossorigin href="${FONT_PATH}">
<script type="module" src="${SCRIPT_PATH}"></script>
</head>
<body>
<main>
${logoPath === undefined ? '' : `<img class="logo" src="${logoPath}" alt="">\n`}<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
}

function contentOf(note: Note, refusal: Refusal | undefined): string {
  if (note.receipt) return confirmed(note, refusal);
  if (note.status === 'cancelled') return '<p>This delivery was cancelled.</p>';
  if (note.status === 'pending') {
    return `<p>This delivery has not been dispatched yet. Open this page again when the goods arrive.</p>
<ul class="lines">${note.lines.map(pendingLine).join('')}</ul>`;
  }
  return receiptForm(note, refusal);
}

/** Returns who confirmed the receipt, and when, above all else; empty before. */
function confirmationIn({ receipt, timeZone }: Note): string {
  if (!receipt) return '';
  const { receivedAt, receivedBy } = receipt;
  return `<p class="done" role="status" data-confirmed>Confirmed by ${escaped(receivedBy)}, ${timeInWords(receivedAt, timeZone)}.</p>
`;
}

function confirmed({ lines }: Note, refusal: Refusal | undefined): string {
  return `${questionsIn(lines, refusal)}<ul class="lines">${lines.map(confirmedLine).join('')}</ul>`;
}

function pendingLine({ name, quantity, lots }: NoteLine): string {
  return `<li><div><strong>${escaped(name)}</strong>${lotList(lots)}</div> <span>${quantity}</span></li>`;
}

function confirmedLine({ name, quantity, returnedQuantity, lots, disputes }: NoteLine): string {
  const returned = returnedQuantity > 0 ? `${quantity}, of which ${returnedQuantity} returned` : quantity;
  const said = disputes
    .map((dispute) => `<p>${disputeIn(dispute, quantity)}</p>${answerIn(dispute)}`)
    .join('');
  return `<li><div><strong>${escaped(name)}</strong>${lotList(lots)}${said}</div> <span>${returned}</span></li>`;
}
