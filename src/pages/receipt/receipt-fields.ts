import { MAX_QUANTITY, MAX_TEXT } from '../../schema/core/limits.ts';
import { MAX_PHOTOS, MAX_QUESTION, MAX_REASON } from '../../schema/trade/limits.ts';
import { MAX_RECEIPT_LINES, ZONE } from '../../schema/trade/receipt/fields.ts';
import type { Note } from '../../schema/trade/receipt/read-note.ts';
import { ANSWER_FIELD, RECEIPT_FIELD, lineKeysOf, OTHER_REASON, type Typed } from './form.ts';
import type { FormField } from './refusal.ts';
import { wordsOf } from './words-of.ts';

const WHOLE_FORMAT = new Intl.NumberFormat('en-GB');

/** The constraint of a field for a whole number. */
export const WHOLE_NUMBER = `from 0 to ${WHOLE_FORMAT.format(MAX_QUANTITY)}`;

/** The constraint of a field for a name. */
export const NAME_CONSTRAINT = `enter your name, at most ${MAX_TEXT} characters`;

/** The constraint of an answer to a question. */
export const ANSWER_CONSTRAINT = `enter your answer, at most ${MAX_QUESTION} characters`;

/** The constraint of the received quantity. */
export const RECEIVED_CONSTRAINT = `enter how many arrived, ${WHOLE_NUMBER}`;

/** The constraint of a temperature. */
export const TEMPERATURE_CONSTRAINT =
  'enter the temperature in °C, from -60 to 60 with at most one decimal, such as 4.5';

/** The fields that are not repeated, by their paths. */
const SINGLE: Readonly<Record<string, FormField>> = {
  receivedBy: { name: RECEIPT_FIELD.receivedBy, of: 'Received by', asks: NAME_CONSTRAINT },
  signature: { name: RECEIPT_FIELD.signature, of: 'Signature', asks: 'clear it and sign again' },
  photos: {
    name: RECEIPT_FIELD.photos,
    of: 'Photos',
    asks: `remove them and add at most ${MAX_PHOTOS} again`,
  },
  at: { of: 'Time', asks: 'check the date and the time of this device, and confirm again' },
  lines: { of: 'Products', asks: `this page takes at most ${MAX_RECEIPT_LINES} of them` },
  temperatures: { of: 'Temperatures', asks: 'reload the page and enter them again' },
};

/** Returns how to find the field of a receipt's form by the path of an error, such as `lines[0].received`. */
export function receiptFieldsOf(note: Note, typed: Typed): (path: string) => FormField | undefined {
  const keys = lineKeysOf(typed);
  const names = new Map(note.lines.map(({ productId, name }) => [String(productId), name]));
  return (path) => {
    const [list = '', index, name] = path.split(/[[\].]+/);
    if (list === 'lines' && index) return lineFieldOf(keys[Number(index)] ?? '', name, names, typed);
    if (list === 'temperatures' && index) return temperatureFieldAt(typed, Number(index));
    return SINGLE[list];
  };
}

/** Returns how to find the field of an answer's form by the path of an error. */
export function answerFieldsOf({ lines }: Note, typed: Typed): (path: string) => FormField | undefined {
  const of = lines.find(({ disputes }) =>
    disputes.some(({ id }) => String(id) === typed.get(ANSWER_FIELD.dispute)),
  );
  return (path) =>
    path === 'answer'
      ? { name: ANSWER_FIELD.answer, of: of?.name ?? 'Your answer', asks: ANSWER_CONSTRAINT }
      : undefined;
}

function lineFieldOf(
  key: string,
  name: string | undefined,
  names: ReadonlyMap<string, string>,
  typed: Typed,
): FormField {
  const product = names.get(key.split('-')[0]!);
  const lot = typed.get(RECEIPT_FIELD.lot + key)?.trim();
  const of = `${product ?? 'Products'}${lot ? `, lot ${lot}` : ''}`;
  if (name === 'reason') {
    const isOther = typed.get(RECEIPT_FIELD.reason + key) === OTHER_REASON;
    const asks = `select why less arrived, or enter another reason of at most ${MAX_REASON} characters`;
    return { name: (isOther ? RECEIPT_FIELD.otherReason : RECEIPT_FIELD.reason) + key, of, asks };
  }
  if (product && (name === 'received' || name === 'confirmed'))
    return { name: RECEIPT_FIELD.received + key, of, asks: RECEIVED_CONSTRAINT };
  return { of, asks: 'reload the page, because what this delivery has was changed' };
}

function temperatureFieldAt(typed: Typed, index: number): FormField | undefined {
  const zone = ZONE.values.filter((each) => typed.get(RECEIPT_FIELD.temperature + each)?.trim())[index];
  return (
    zone && {
      name: RECEIPT_FIELD.temperature + zone,
      of: wordsOf(zone),
      asks: TEMPERATURE_CONSTRAINT,
    }
  );
}
