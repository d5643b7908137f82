import { escaped } from '../../reference/html.ts';
import { MAX_QUANTITY, MAX_TEXT } from '../../schema/core/limits.ts';
import { MAX_PHOTOS, MAX_REASON } from '../../schema/trade/limits.ts';
import { SUPPLIER_REASONS } from '../../schema/trade/return/faults.ts';
import { MAX_RECEIPT_LINES, ZONE } from '../../schema/trade/receipt/fields.ts';
import type { Note, NoteLine } from '../../schema/trade/receipt/read-note.ts';
import { restOf } from '../../schema/trade/receipt/shortfalls.ts';
import { CONFIRMED, RECEIPT_FIELD, OTHER_REASON } from './form.ts';
import { lotInWords, lotList } from './lots-html.ts';
import { NAME_CONSTRAINT, RECEIVED_CONSTRAINT, TEMPERATURE_CONSTRAINT } from './receipt-fields.ts';
import { type Marks, marksOf, type Refusal, whyOf } from './refusal.ts';
import { wordsOf } from './words-of.ts';

/** Returns the form for what arrived at a branch, with the typed values if it was refused. */
export function receiptForm({ lines }: Note, refusal: Refusal | undefined): string {
  const parts = lines.map((line) => [line, partsOf(line)] as const);
  const isByLot = parts.reduce((total, [, { length }]) => total + length, 0) <= MAX_RECEIPT_LINES;
  const [by, signature, photos] = [
    RECEIPT_FIELD.receivedBy,
    RECEIPT_FIELD.signature,
    RECEIPT_FIELD.photos,
  ].map((name) => marksOf(refusal, name)) as [Marks, Marks, Marks];
  const hidden = (name: string) =>
    `<input type="hidden" name="${name}" value="${escaped(refusal?.typed.get(name) ?? '')}">`;
  return `<form method="post" data-receipt novalidate>
<p>If everything arrived, you only need to enter your name. Otherwise change what you received.</p>
${parts.map(([line, its]) => lineFieldset(line, isByLot ? its : [wholeLine(line)], refusal)).join('\n')}
<fieldset><legend>Temperature on arrival in °C (optional)</legend><div class="row">
${ZONE.values.map((zone) => temperatureOf(zone, refusal)).join('\n')}
</div></fieldset>
<p><label for="${RECEIPT_FIELD.receivedBy}">Received by</label>
<input id="${RECEIPT_FIELD.receivedBy}" name="${RECEIPT_FIELD.receivedBy}" required ${whyOf(`Received by: ${NAME_CONSTRAINT}`)} maxlength="${MAX_TEXT}" autocomplete="name" value="${escaped(refusal?.typed.get(RECEIPT_FIELD.receivedBy) ?? '')}" ${by.attributes}>${by.below}</p>
<div data-signature hidden><p id="signature-label">Signature (optional)</p>
<canvas id="${RECEIPT_FIELD.signature}" width="600" height="200" role="img" aria-labelledby="signature-label" ${signature.attributes}></canvas>${signature.below}
<button type="button" class="plain" data-clear>Clear signature</button></div>
<div data-photos hidden><label for="photos">Photos (optional, at most ${MAX_PHOTOS})</label>
<input id="photos" type="file" accept="image/*" multiple ${photos.attributes}>${photos.below}<ul class="lines"></ul><p role="status"></p></div>
${hidden(RECEIPT_FIELD.signature)}<input type="hidden" name="${RECEIPT_FIELD.at}"><input type="hidden" name="${RECEIPT_FIELD.sentAt}"><input type="hidden" name="${RECEIPT_FIELD.skewMs}">
<p data-state role="status"></p>
<button type="submit">Confirm receipt</button>
</form>`;
}

/** A part of a line for which the form has its own fields: all of it, a lot, or the pieces without a lot. */
interface LinePart {
  /** The ending of the names of the part's fields. */
  key: string;
  lot: string | null;
  label: string;
  quantity: number;
  returnedQuantity: number;
}

function wholeLine({ productId, quantity, returnedQuantity }: NoteLine): LinePart {
  return { key: String(productId), lot: null, label: 'Received', quantity, returnedQuantity };
}

/**
 * Returns the lots of a line that have a number, and the pieces in no lot. Returns the whole line if it has
 * none, or if its returns cannot be assigned to lots.
 */
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
  if (lots.length === 0 || rest.returnedQuantity > rest.quantity) return [wholeLine(line)];
  if (rest.quantity === 0) return lots;
  return [
    ...lots,
    { ...rest, lot: null, key: `${line.productId}-rest`, label: 'Received without a lot number' },
  ];
}

function lineFieldset(
  { name, quantity, returnedQuantity, lots }: NoteLine,
  parts: readonly LinePart[],
  refusal: Refusal | undefined,
): string {
  const returned = returnedQuantity > 0 ? `, of which ${returnedQuantity} returned` : '';
  return `<fieldset><legend>${escaped(name)}</legend>
<p>Delivered: ${quantity}${returned}</p>${lotList(lots)}
${parts.map((part) => partOf(part, name, refusal)).join('\n')}</fieldset>`;
}

function partOf(
  { key, lot, label, quantity, returnedQuantity }: LinePart,
  product: string,
  refusal: Refusal | undefined,
): string {
  const [received, confirmed, reason, other] = [
    RECEIPT_FIELD.received,
    RECEIPT_FIELD.confirmed,
    RECEIPT_FIELD.reason,
    RECEIPT_FIELD.otherReason,
  ].map((field) => field + key) as [string, string, string, string];
  const left = quantity - returnedQuantity;
  const of = lot === null ? product : `${product}, lot ${lot}`;
  const typed = (name: string) => refusal?.typed.get(name) ?? undefined;
  const options = [...SUPPLIER_REASONS, OTHER_REASON].map((each) => {
    const label = each === OTHER_REASON ? 'Another reason' : wordsOf(each);
    return `<option value="${each}"${typed(reason) === each ? ' selected' : ''}>${label}</option>`;
  });
  const [ofReceived, ofReason, ofOther] = [received, reason, other].map((name) => marksOf(refusal, name)) as [
    Marks,
    Marks,
    Marks,
  ];
  return `<div class="row" data-line="${left}" data-delivered="${quantity}"><p><label for="${received}">${escaped(label)}</label>
<input id="${received}" name="${received}" ${wholeNumber(MAX_QUANTITY, `${of}: ${RECEIVED_CONSTRAINT}`)} value="${escaped(typed(received) ?? String(left))}" required ${ofReceived.attributes}>${ofReceived.below}</p>
<p data-more><label><input type="checkbox" id="${confirmed}" name="${confirmed}" ${whyOf(`${of}: check the number, or confirm it`)} value="${CONFIRMED}"${typed(confirmed) === CONFIRMED ? ' checked' : ''}> I checked that more than ${quantity} arrived</label></p>
${lot === null ? '' : `<input type="hidden" name="${RECEIPT_FIELD.lot}${key}" value="${escaped(lot)}">`}
<p data-reason><label for="${reason}">If less, why</label>
<select id="${reason}" name="${reason}" ${ofReason.attributes}>${options.join('')}</select>${ofReason.below}</p>
<p data-other><label for="${other}">Another reason</label>
<input id="${other}" name="${other}" maxlength="${MAX_REASON}" value="${escaped(typed(other) ?? '')}" ${ofOther.attributes}>${ofOther.below}</p></div>`;
}

/**
 * Returns the attributes of a field for a whole number up to `max`, and why others are refused. A field of
 * text, because one of numbers drops a comma and changes its value when the wheel turns.
 */
export function wholeNumber(max: number, why: string): string {
  return `inputmode="numeric" autocomplete="off" pattern="\\s*[0-9]+\\s*" data-max="${max}" ${whyOf(why)}`;
}

function temperatureOf(zone: string, refusal: Refusal | undefined): string {
  const id = RECEIPT_FIELD.temperature + zone;
  const { attributes, below } = marksOf(refusal, id);
  return `<p><label for="${id}">${wordsOf(zone)}</label>
<input id="${id}" name="${id}" inputmode="text" pattern="(-|−)?[0-9]{1,2}([.,][0-9])?" ${whyOf(`${wordsOf(zone)}: ${TEMPERATURE_CONSTRAINT}`)} size="6" value="${escaped(refusal?.typed.get(id) ?? '')}" ${attributes}>${below}</p>`;
}
