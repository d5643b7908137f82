import { maskKeys } from '../../people/api-key/key-format.ts';

/** The text in place of a secret. */
export const SECRET_MASK = '***';
/** The end of a text that was cut, so that a secret that was cut is recognized too. */
export const CUT_MARK = '…';

const SECRET_WORDS =
  'pass(?:word|wd|phrase|code)|secret|token|credential|authorization|cookie|session|signature|recovery';
const WHOLE = 'code|key|api_?key|otp|totp|pin|pwd|pass';
const IS_SECRET = new RegExp(`${SECRET_WORDS}|^(?:${WHOLE})$`, 'i');
/** Secrets with a recognizable form. */
const SECRET_FORMS: readonly [RegExp, string][] = [
  [/whsec_[\w+/=]+/g, '[secret]'],
  [/\b(Bearer|Basic)\s+[\w+/=.~-]+/gi, '$1 ***'],
  [/\beyJ[\w-][\w.-]*/g, '[token]'],
  [/:\/\/[^\s/"']*[@…]/g, '://***@'],
  // guard: masked-link
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
  const withoutKeys = /* guard: masked-text-keys */ maskKeys(text);
  const masked = SECRET_FORMS.reduce((rest, [pattern, mask]) => rest.replace(pattern, mask), withoutKeys);
  return masked.replace(PARAMETER, (all, start: string, name: string) =>
    namesSecret(name) ? /* guard: masked-parameter */ `${start}${SECRET_MASK}` : all,
  );
}

/** Returns text that PostgreSQL can store: neither NUL nor lone surrogates. */
export function withoutUnstorable(text: string): string {
  return /* guard: storable-nul */ text.toWellFormed().replaceAll('\0', '\uFFFD');
}
