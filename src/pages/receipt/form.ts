import { ZONE } from '../../schema/receipt/fields.ts';

/** The names of the form's fields; those of lines end with the id of the product. */
export const FIELD = {
  at: 'at',
  receivedBy: 'receivedBy',
  received: 'received-',
  reason: 'reason-',
  otherReason: 'other-',
  temperature: 'temperature-',
  signature: 'signature',
  photos: 'photos',
} as const;

/** The value of the choice that is followed by a text. */
export const OTHER = 'other';

/** Returns what the form says, as the input of a receipt. Empty fields are left out. */
export function inputOf(form: URLSearchParams): object {
  const textOf = (name: string) => form.get(name)?.trim() || undefined;
  const lines = [...new Set(form.keys())]
    .filter((name) => name.startsWith(FIELD.received) && textOf(name) !== undefined)
    .map((name) => {
      const productId = name.slice(FIELD.received.length);
      const chosen = textOf(FIELD.reason + productId);
      const reason = chosen === OTHER ? textOf(FIELD.otherReason + productId) : chosen;
      return { productId, received: Number(form.get(name)), reason };
    });
  const temperatures = ZONE.values.flatMap((zone) => {
    const celsius = textOf(FIELD.temperature + zone);
    return celsius === undefined ? [] : [{ zone, celsius: Number(celsius.replace(',', '.')) }];
  });
  const signature = textOf(FIELD.signature);
  return {
    at: textOf(FIELD.at),
    receivedBy: form.get(FIELD.receivedBy) ?? '',
    lines,
    temperatures,
    signature: signature === undefined ? undefined : parsed(signature),
    photos: textOf(FIELD.photos)?.split(','),
  };
}

/** Returns the JSON value of a text, or the text itself, which the rules refuse. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
