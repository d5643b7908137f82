/** Characters that do not distinguish lots: signs, spaces, accents after their letter, and invisible ones. */
const IGNORED =
  /(?![0-9A-Za-z])\p{ASCII}|[\u0080-\u00A0\u00AD\u061C\u1680\u180E\u2000-\u200F\u2028-\u202F\u205F-\u206F\u3000\uFEFF]|[\u{300}-\u{36F}]/gu;
const LETTERS_AND_DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';
/** The minimum length of a key: too many lots are similar to shorter keys. */
const MIN_KEY = 3;

/** Characters that can be mistaken for one another on a label. */
const ALIKE = ['0o', '1il'];
/** The maximum number of characters of a lot that are replaced by similar ones: the first. */
const MAX_ALIKE = 6;

/** Returns the key that similar lots have in common, like the database's function `lot_key`. */
export function lotKey(lot: string): string {
  return withoutZeros(lowerCased(lot));
}

function lowerCased(lot: string): string {
  return lot.replaceAll(IGNORED, '').replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function withoutZeros(text: string): string {
  return text.replaceAll(/(^|[^0-9])0+(?=[0-9])/g, '$1');
}

/**
 * Returns the keys of lots that look the same: O is taken for 0, and I or l for 1, up to six of them in a
 * lot.
 */
export function alikeKeys(lot: string): string[] {
  let left = MAX_ALIKE;
  let found = [''];
  for (const character of lowerCased(lot)) {
    const alike = left > 0 ? ALIKE.find((each) => each.includes(character)) : undefined;
    if (alike) left--;
    found = found.flatMap((before) => [...(alike ?? character)].map((each) => before + each));
  }
  return [...new Set([lotKey(lot), ...found.map((each) => withoutZeros(each))])].filter(
    (each) => each !== '',
  );
}

/**
 * Returns the keys of similar lots: the same key, and those that differ in one character or in the order of
 * two.
 */
export function nearKeys(lot: string): string[] {
  const key = lotKey(lot);
  const characters = [...key];
  if (characters.length < MIN_KEY) return key === '' ? [] : [key];
  const alphabet = new Set([...LETTERS_AND_DIGITS, ...key, ...key.toUpperCase(), ...key.toLowerCase()]);
  const near = new Set([key]);
  for (let at = 0; at <= characters.length; at++) {
    const [before, after] = [characters.slice(0, at).join(''), characters.slice(at + 1).join('')];
    const [here = '', next = ''] = characters.slice(at, at + 2);
    near.add(before + after);
    near.add(before + next + here + characters.slice(at + 2).join(''));
    for (const other of alphabet) {
      near.add(before + other + after);
      near.add(before + other + here + after);
    }
  }
  // Inserting, changing or removing a digit can leave leading zeros.
  return [...new Set([...near].map((each) => lotKey(each)))].filter((each) => each !== '');
}
