import { maskKeys } from '../../people/api-key/key-format.ts';

/** The text in place of a secret. */
export const MASK = '***';
/** The end of a text that was cut, so that a secret that was cut is recognized too. */
export const CUT = '…';

const PART =
  'pass(?:word|wd|phrase|code)|secret|token|credential|authorization|cookie|session|signature|recovery';
const WHOLE = 'code|key|api_?key|otp|totp|pin|pwd|pass';
const IS_SECRET = new RegExp(`${PART}|^(?:${WHOLE})$`, 'i');
/** Secrets with a recognizable form. */
const SECRETS: readonly [RegExp, string][] = [
  [/whsec_[\w+/=]+/g, '[secret]'],
  [/\b(Bearer|Basic)\s+[\w+/=.~-]+/gi, '$1 ***'],
  [/\beyJ[\w-][\w.-]*/g, '[token]'],
  [/:\/\/[^\s/"']*[@…]/g, '://***@'],
  [/\/r\/(?:[\w-]{16,}|[\w-]*…)/g, '/r/[token]'],
];
/** A parameter in an address. */
const PARAMETER = /([?&](\w{1,80})=)[^&#\s"']+/g;

/** Returns whether a name is that of a secret value. */
export function namesSecret(name: string): boolean {
  return IS_SECRET.test(name);
}

/** Returns text with the secrets masked that have a recognizable form: keys, tokens, passwords in URLs. */
export function maskedText(text: string): string {
  const masked = SECRETS.reduce((rest, [pattern, mask]) => rest.replace(pattern, mask), maskKeys(text));
  return masked.replace(PARAMETER, (all, start: string, name: string) =>
    namesSecret(name) ? `${start}${MASK}` : all,
  );
}

/** Returns text that PostgreSQL can store: neither NUL nor lone surrogates. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
