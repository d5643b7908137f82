import { violation } from '../../problems.ts';
import { AppError, faultAt } from '../../schema/core/errors.ts';
import { MAX_RECEIPT_LINES, ZONE } from '../../schema/trade/receipt/fields.ts';

/**
 * The names of the form's fields. Names of fields in lines end with the id of the product, and behind a
 * hyphen with anything that distinguishes its lots.
 */
export const RECEIPT_FIELD = {
  at: 'at',
  sentAt: 'sentAt',
  skewMs: 'skewMs',
  receivedBy: 'receivedBy',
  received: 'received-',
  confirmed: 'confirmed-',
  lot: 'lot-',
  reason: 'reason-',
  otherReason: 'other-',
  temperature: 'temperature-',
  signature: 'signature',
  photos: 'photos',
} as const;

/**
 * The names of the fields of an answer to a question about a dispute. `dispute` says that the form is one.
 */
export const ANSWER_FIELD = { dispute: 'dispute', answer: 'answer' } as const;

/** The answer of a branch to a question. */
export interface AnswerForm {
  disputeId: string;
  answer: string;
}

/** Returns the answer in a form; undefined for another form. */
export function answerInForm(form: URLSearchParams): AnswerForm | undefined {
  const disputeId = form.get(ANSWER_FIELD.dispute);
  return disputeId === null ? undefined : { disputeId, answer: form.get(ANSWER_FIELD.answer) ?? '' };
}

/** The value that a page without its script sends for a confirmed quantity. */
export const CONFIRMED = 'yes';

/** The value of the choice that is followed by a text. */
export const OTHER_REASON = 'other';

/** The last moment of the year 9999, beyond which times are written in another way. */
const MAX_TIME_MS = Date.UTC(9999, 11, 31);

/** The error below which a clock counts as right: `Date` headers have whole seconds, responses take time. */
const PHONE_SKEW_MS = 60_000;

/** The maximum number of fields: those of the most lines that a receipt can have, and the others. */
const MAX_FORM_FIELDS = MAX_RECEIPT_LINES * 5 + 20;

/**
 * Parses the body of a form. Its fields are counted first, because parsing many takes quadratic time.
 *
 * @throws AppError `validation_error` on `lines`
 */
export function parseForm(body: string): URLSearchParams {
  if (body.split('&', MAX_FORM_FIELDS + 1).length > MAX_FORM_FIELDS)
    throw new AppError(
      faultAt(
        'lines',
        violation('too_many', `must contain at most ${MAX_RECEIPT_LINES} lines`, { max: MAX_RECEIPT_LINES }),
      ),
    );
  return new URLSearchParams(body);
}

/** The first value of each name in a form. Looking names up in the form itself would take quadratic time. */
export type Typed = ReadonlyMap<string, string>;

/** Returns the first value of each name of a form. */
export function typedIn(form: URLSearchParams): Typed {
  return new Map([...form].toReversed());
}

/** Returns the input of a receipt that is in the form, without empty fields. */
export function receiptInputOf(form: URLSearchParams, now = new Date()): object {
  const given = typedIn(form);
  const textOf = (name: string) => given.get(name)?.trim() || undefined;
  const lines = lineKeysOf(given).map((key) => {
    const chosen = textOf(RECEIPT_FIELD.reason + key);
    const reason = chosen === OTHER_REASON ? textOf(RECEIPT_FIELD.otherReason + key) : chosen;
    const productId = key.split('-')[0];
    const received = wholeNumberIn(textOf(RECEIPT_FIELD.received + key)!);
    const again = textOf(RECEIPT_FIELD.confirmed + key);
    const confirmed = again === undefined || again === CONFIRMED ? again && received : wholeNumberIn(again);
    return { productId, lot: textOf(RECEIPT_FIELD.lot + key), received, confirmed, reason };
  });
  const temperatures = ZONE.values.flatMap((zone) => {
    const celsius = textOf(RECEIPT_FIELD.temperature + zone);
    return celsius === undefined ? [] : [{ zone, celsius: decimalIn(celsius) }];
  });
  const signature = textOf(RECEIPT_FIELD.signature);
  return {
    at: momentIn(
      {
        at: textOf(RECEIPT_FIELD.at),
        sentAt: textOf(RECEIPT_FIELD.sentAt),
        skewMs: textOf(RECEIPT_FIELD.skewMs),
      },
      now,
    ),
    receivedBy: given.get(RECEIPT_FIELD.receivedBy) ?? '',
    lines,
    temperatures,
    signature: signature === undefined ? undefined : jsonValueOf(signature),
    photos: textOf(RECEIPT_FIELD.photos)?.split(','),
  };
}

/** Returns the endings of the names of each line's fields. */
export function lineKeysOf(typed: Typed): string[] {
  // A form that is read from its end has its names in that order.
  return [...typed]
    .toReversed()
    .filter(([name, value]) => name.startsWith(RECEIPT_FIELD.received) && value.trim() !== '')
    .map(([name]) => name.slice(RECEIPT_FIELD.received.length));
}

/**
 * Returns the whole number that a text is; NaN, which the rules refuse, for others: 1.200 could mean two
 * numbers.
 */
export function wholeNumberIn(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** Returns the number that a text is, with a comma or a point; NaN for others. */
function decimalIn(text: string): number {
  return /^[-−]?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.').replace('−', '-')) : Number.NaN;
}

/**
 * Returns when the button was pressed. The clock of a phone can be wrong. Its error is what the phone found
 * before, or else follows from the time at which it sent the form. The clock can have been set since then.
 */
function momentIn({ at, sentAt, skewMs = '' }: Clock, now: Date): string | undefined {
  const [pressed, sent] = [at, sentAt].map((each) => Date.parse(each ?? '')) as [number, number];
  const known = /^-?\d{1,15}$/.test(skewMs) ? Number(skewMs) : Number.NaN;
  const then = pressed + (Math.abs(known) <= PHONE_SKEW_MS ? 0 : known);
  const moment = then <= now.getTime() + PHONE_SKEW_MS ? then : pressed + now.getTime() - sent;
  // The rules refuse all other values.
  return Math.abs(moment) < MAX_TIME_MS ? new Date(moment).toISOString() : at;
}

/** The clock of a phone, as its form states it. */
interface Clock {
  at: string | undefined;
  sentAt: string | undefined;
  /** How much the service's clock was ahead when the phone last compared them. */
  skewMs: string | undefined;
}

/** Returns the JSON value of a text, or the text itself, which the rules refuse. */
function jsonValueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
