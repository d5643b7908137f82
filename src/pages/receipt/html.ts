import { escaped } from '../../reference/html.ts';
import type { Fault } from '../../schema/errors.ts';
import { MAX_QUANTITY, MAX_TEXT } from '../../schema/noun/rules.ts';
import { SUPPLIER_REASONS } from '../../schema/return/faults.ts';
import { MAX_REASON } from '../../schema/return/fields.ts';
import { MAX_PHOTOS, MAX_RECEIPT_LINES, ZONE } from '../../schema/receipt/fields.ts';
import type { Note, NoteLine, NoteLot } from '../../schema/receipt/read-note.ts';
import { restOf } from '../../schema/receipt/shortfalls.ts';
import { answerIn, disputeIn, questionsIn } from './disputes-html.ts';
import { type AnswerForm, CONFIRMED, FIELD, OTHER } from './form.ts';
import { wordsOf } from './words-of.ts';

/** Where the page loads its style and its script from. */
const STYLE_PATH = '/r/receipt.css';
const SCRIPT_PATH = '/r/receipt.js';

/** Why a form was refused, and what a branch answered with it. */
export interface RefusedNote {
  reason: Fault;
  answered?: AnswerForm | undefined;
}

/**
 * Returns the page of a link: the form, or what was confirmed.
 *
 * @param isChanged whether the delivery was changed after the link was printed
 * @param logoPath where the supplier's logo is, if it has one
 * @param refused shown above the form
 * @param withdrawals HTML about the withdrawals of its lots
 */
export function notePage(
  note: Note,
  isChanged: boolean,
  logoPath?: string,
  refused?: RefusedNote,
  withdrawals = '',
): string {
  const { id, supplier, supermarket, branch, reference, orderNumber, notes } = note;
  const facts: [string, string | null][] = [
    ['From', supplier],
    ['To', `${supermarket}, ${branch}`],
    ['Delivery date', note.deliveryDate.toISOString().slice(0, 10)],
    ['Number', reference === null ? `#${id}` : `#${id} · ${reference}`],
    ['Your order number', orderNumber],
    ['Notes', notes],
  ];
  const shown = facts.filter(([, value]) => value !== null);
  return pageOf(
    `Delivery #${id}`,
    `${withdrawals}
<dl>${shown.map(([name, value]) => `<div><dt>${name}</dt><dd>${escaped(value!)}</dd></div>`).join('')}</dl>
${isChanged ? `<p role="note">This delivery was changed after your note was printed. This is the newest version, #${id}.</p>` : ''}
${refused ? refusalIn(refused.reason) : ''}
${contentOf(note, refused?.answered)}`,
    logoPath,
  );
}

/** Returns why a form was refused: the message for people, its problem for programs. */
export function refusalIn(refusal: Fault): string {
  return `<p ${problemIn(refusal)} class="problem" role="alert">${escaped(refusal.message)}</p>`;
}

function problemIn({ code, problem, values, field }: Fault): string {
  const data = { code, problem, field, values: values && JSON.stringify(values) };
  return Object.entries(data)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `data-${name}="${escaped(value!)}"`)
    .join(' ');
}

/** Returns a page that only says something, such as an error. */
export function messagePage(title: string, text: string, error?: Fault): string {
  return pageOf(title, `<p${error ? ` ${problemIn(error)}` : ''}>${escaped(text)}</p>`);
}

/** Returns a page; `title` is HTML. The content names the supplier, so the logo says nothing more. */
export function pageOf(title: string, content: string, logoPath?: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Provender</title>
<link rel="stylesheet" href="${STYLE_PATH}">
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

function contentOf(note: Note, answered: AnswerForm | undefined): string {
  if (note.receipt) return confirmed(note, note.receipt, answered);
  if (note.status === 'cancelled') return '<p>This delivery was cancelled.</p>';
  if (note.status === 'pending') {
    return `<p>This delivery has not been dispatched yet. Open this page again when the goods arrive.</p>
<ul class="lines">${note.lines.map(pendingLine).join('')}</ul>`;
  }
  return formOf(note);
}

function confirmed(
  { lines, timeZone }: Note,
  { receivedAt, receivedBy }: NonNullable<Note['receipt']>,
  answered: AnswerForm | undefined,
): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long', timeStyle: 'short' });
  return `${questionsIn(lines, answered)}<p class="done" role="status" data-confirmed>Confirmed by ${escaped(receivedBy)}, ${time.format(receivedAt)} (${escaped(timeZone)}).</p>
<ul class="lines">${lines.map(confirmedLine).join('')}</ul>`;
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

function lotList(lots: readonly NoteLot[]): string {
  if (lots.length === 0) return '';
  const items = lots.map((lot) => `<li>${escaped(lotInWords(lot))}: ${lot.quantity}</li>`);
  return `<ul class="lots">${items.join('')}</ul>`;
}

/** Returns the number of a lot and its date. */
function lotInWords({ lot, bestBefore, useBy }: NoteLot): string {
  const dates = [
    bestBefore && `best before ${dateInWords(bestBefore)}`,
    useBy && `use by ${dateInWords(useBy)}`,
  ];
  return [lot === null ? null : `Lot ${lot}`, ...dates].filter(Boolean).join(', ');
}

const DATE = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' });

function dateInWords(date: Date): string {
  return DATE.format(date);
}

function formOf({ lines }: Note): string {
  const parts = lines.map((line) => [line, partsOf(line)] as const);
  const isByLot = parts.reduce((total, [, { length }]) => total + length, 0) <= MAX_RECEIPT_LINES;
  return `<form method="post" data-receipt>
<p>If everything arrived, you only need to enter your name. Otherwise change what you received.</p>
${parts.map(([line, its]) => lineFieldset(line, isByLot ? its : [wholeOf(line)])).join('\n')}
<fieldset><legend>Temperature on arrival in °C (optional)</legend><div class="row">
${ZONE.values.map(temperatureOf).join('\n')}
</div></fieldset>
<p><label for="by">Received by</label>
<input id="by" name="${FIELD.receivedBy}" required maxlength="${MAX_TEXT}" autocomplete="name"></p>
<div data-signature hidden><p id="signature-label">Signature (optional)</p>
<canvas width="600" height="200" role="img" aria-labelledby="signature-label"></canvas>
<button type="button" class="plain" data-clear>Clear signature</button></div>
<div data-photos hidden><label for="photos">Photos (optional, at most ${MAX_PHOTOS})</label>
<input id="photos" type="file" accept="image/*" multiple><ul class="lines"></ul><p role="status"></p></div>
<input type="hidden" name="${FIELD.signature}"><input type="hidden" name="${FIELD.at}"><input type="hidden" name="${FIELD.sentAt}">
<p data-state role="status"></p>
<button type="submit">Confirm receipt</button>
</form>`;
}

/** A part of a line of which the form asks what was received: all of it, a lot, or what has no lot. */
interface LinePart {
  /** What the names of its fields end with. */
  key: string;
  lot: string | null;
  label: string;
  quantity: number;
  returnedQuantity: number;
}

function wholeOf({ productId, quantity, returnedQuantity }: NoteLine): LinePart {
  return { key: String(productId), lot: null, label: 'Received', quantity, returnedQuantity };
}

/** Returns the lots of a line with a number and what is beside them; the whole line if returns cannot be told apart. */
function partsOf(line: NoteLine): LinePart[] {
  const lots = line.lots.flatMap((each) => {
    if (each.lot === null) return [];
    return [
      {
        ...each,
        lot: each.lot,
        key: `${line.productId}-${each.id}`,
        label: `Received of ${lotInWords(each)}`,
      },
    ];
  });
  const rest = restOf({ ...line, lots });
  if (lots.length === 0 || rest.returnedQuantity > rest.quantity) return [wholeOf(line)];
  if (rest.quantity === 0) return lots;
  return [
    ...lots,
    { ...rest, lot: null, key: `${line.productId}-rest`, label: 'Received without a lot number' },
  ];
}

function lineFieldset(
  { name, quantity, returnedQuantity, lots }: NoteLine,
  parts: readonly LinePart[],
): string {
  const returned = returnedQuantity > 0 ? `, of which ${returnedQuantity} returned` : '';
  return `<fieldset><legend>${escaped(name)}</legend>
<p>Delivered: ${quantity}${returned}</p>${lotList(lots)}
${parts.map(partOf).join('\n')}</fieldset>`;
}

function partOf({ key, lot, label, quantity, returnedQuantity }: LinePart): string {
  const [received, confirmed, reason, other] = [
    FIELD.received,
    FIELD.confirmed,
    FIELD.reason,
    FIELD.otherReason,
  ].map((field) => field + key);
  const left = quantity - returnedQuantity;
  const options = SUPPLIER_REASONS.map((each) => `<option value="${each}">${wordsOf(each)}</option>`).join(
    '',
  );
  return `<div class="row" data-line="${left}" data-delivered="${quantity}"><p><label for="${received}">${escaped(label)}</label>
<input id="${received}" name="${received}" ${wholeNumber(MAX_QUANTITY)} value="${left}" required></p>
<p data-more><label><input type="checkbox" name="${confirmed}" value="${CONFIRMED}"> I checked that more than ${quantity} arrived</label></p>
${lot === null ? '' : `<input type="hidden" name="${FIELD.lot}${key}" value="${escaped(lot)}">`}
<p data-reason><label for="${reason}">If less, why</label>
<select id="${reason}" name="${reason}">${options}<option value="${OTHER}">Another reason</option></select></p>
<p data-other><label for="${other}">Another reason</label>
<input id="${other}" name="${other}" maxlength="${MAX_REASON}"></p></div>`;
}

/**
 * Returns the attributes of a field for a whole number up to `max`. A field of text, because one of numbers drops a comma
 * and changes its value when the wheel turns.
 */
export function wholeNumber(max: number): string {
  return `inputmode="numeric" autocomplete="off" pattern="\\s*[0-9]+\\s*" title="A whole number from 0 to ${max}, without separators" data-max="${max}"`;
}

function temperatureOf(zone: string): string {
  const id = FIELD.temperature + zone;
  return `<p><label for="${id}">${wordsOf(zone)}</label>
<input id="${id}" name="${id}" inputmode="text" pattern="[-−]?[0-9]{1,2}([.,][0-9])?" title="A number such as 4.5 or -18" size="6"></p>`;
}
