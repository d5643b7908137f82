import { z } from 'zod';

/**
 * The patterns of texts in the reference, by their rules. They say what is accepted before a text gets its form. Tools
 * differ in their regular expressions, so these know neither categories nor characters beyond U+FFFF: those that no
 * text can have, or that are invisible, the rules alone refuse.
 */
export const textPatterns = z.registry<{ pattern: string }>();

const REFUSED = '\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\ufdd0-\\ufdef\\ufffe\\uffff';
const INVISIBLE =
  '\\t\\n\\r\\x20\\xa0\\xad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u115f\\u1160\\u1680\\u17b4\\u17b5' +
  '\\u180b-\\u180f\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb';
const VISIBLE = `[${INVISIBLE}]*[^${INVISIBLE}${REFUSED}][^${REFUSED}]*`;

/** The pattern of a text of which something can be seen. */
export const SOME_TEXT = `^${VISIBLE}$`;

/** The pattern of a text that may also be empty. */
export const ANY_TEXT = `^(${VISIBLE})?$`;
