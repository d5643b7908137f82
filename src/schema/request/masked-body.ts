import { maskKeys } from '../api-key/key-format.ts';

/** The most bytes of a body that the log keeps. */
export const MAX_BODY_BYTES = 4 * 1_024;
const MASK = '***';
/** Deeper values are no input of this service. */
const MAX_DEPTH = 64;
/** Shorter values would mask parts of words. */
const MIN_SECRET = 3;

/** The most characters that are searched for secrets: of a longer body the log has no more than its beginning. */
const MAX_SEARCHED = 32 * 1_024;

const PART =
  'pass(?:word|wd|phrase|code)|secret|token|credential|authorization|cookie|session|signature|recovery';
const WHOLE = 'code|key|api_?key|otp|totp|pin|pwd|pass';
const IS_SECRET = new RegExp(`${PART}|^(?:${WHOLE})$`, 'i');
/** `name: value`, `"name": value`, or `$name: Type = value`, as far as the value. Names are limited, so that no text is slow to search. */
const NAMED = /\$(\w{1,80})\s*:\s*[\w![\]]{1,200}\s*=\s*|(?<![\w$])["']?(\w{1,80})["']?\s*[:=]\s*(?!\$)/g;
const STRING = String.raw`"""[\s\S]*?(?:"""|$)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?`;
const VALUE = new RegExp(String.raw`${STRING}|\[[^\]]*\]?|\{[^}]*\}?|[^\s,;&)}\]]+`, 'y');
/** An argument whose value is a variable. */
const BY_VARIABLE = /(?<![\w$])(\w{1,80})\s*:\s*\$(\w{1,80})/g;
/** Secrets that can be recognised by themselves. */
const SECRETS: readonly [RegExp, string][] = [
  [/whsec_[\w+/=]+/g, '[secret]'],
  [/\b(Bearer|Basic)\s+[\w+/=.~-]+/gi, '$1 ***'],
  [/\beyJ[\w-]{1,2000}\.[\w-]{1,2000}\.[\w-]*/g, '[token]'],
  [/([a-z][\w+.-]{0,20}:\/\/)[^\s/"'@]{1,500}@/gi, '$1***@'],
  [/(\/r\/)[\w-]{16,}/g, '$1[token]'],
];
/** A parameter in an address. */
const PARAMETER = /([?&](\w{1,80})=)[^&#\s"']+/g;

/** A body as the log can keep it. */
export interface MaskedBody {
  text: string;
  /** Whether `text` is only its beginning. */
  isCut: boolean;
  /** Returns the text of an error, which can repeat input, with the same secrets masked. */
  maskedToo(message: string): string;
}

/** Returns text with every secret masked that can be recognised by itself: keys, tokens, passwords in URLs. */
export function maskedText(text: string): string {
  const masked = SECRETS.reduce((rest, [pattern, mask]) => rest.replace(pattern, mask), maskKeys(text));
  return masked.replace(PARAMETER, (all, start: string, name: string) =>
    IS_SECRET.test(name) ? `${start}${MASK}` : all,
  );
}

/**
 * Returns the body of a request with its secrets masked: values whose names say so, in JSON and in documents of GraphQL, and
 * secrets that can be recognised by themselves.
 *
 * @param body the bytes, or the value that they were parsed to
 */
export function maskedBody(body: unknown): MaskedBody {
  const whole = Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body);
  const isLong = whole.length > MAX_SEARCHED;
  // What is left out of a long body could say which of its variables are secret.
  const sent = isLong ? whole.slice(0, MAX_SEARCHED).split('"variables"')[0]! : whole;
  const value = Buffer.isBuffer(body) || isLong ? parsed(sent) : { value: body };
  const names = Array.from(sent.matchAll(BY_VARIABLE))
    .filter(([, argument]) => IS_SECRET.test(argument!))
    .map(([, , name]) => name!);
  // The document of a persisted operation is not in its body, so nothing says which variables are secret.
  if (/"persistedQuery"/.test(sent) && !/"query"\s*:\s*"/.test(sent)) names.push('variables');
  const secrets: Secrets = { found: new Set(), names: new Set(names) };
  const text = value ? maskedJson(sent, value.value, secrets) : maskedText(maskedNames(sent, secrets));
  const { kept, isCut } = cut(storable(text));
  return {
    text: kept,
    isCut: isCut || isLong,
    maskedToo: (message) => [...secrets.found].reduce(withoutSecret, maskedText(message)),
  };
}

/** What is secret in a body. */
interface Secrets {
  /** The values that were masked. */
  found: Set<string>;
  /** More names of secret values: variables of secret arguments. */
  names: ReadonlySet<string>;
}

/** Keeps the text as it was sent, with all digits, unless something in it is secret. */
function maskedJson(sent: string, value: unknown, secrets: Secrets): string {
  const masked = JSON.stringify(maskedValue(value, secrets, 0));
  return masked === JSON.stringify(value) ? sent : masked;
}

function maskedValue(value: unknown, secrets: Secrets, depth: number): unknown {
  if (typeof value === 'string') {
    // A document of GraphQL.
    return maskedText(value.includes('{') ? maskedNames(value, secrets) : value);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return MASK;
  if (Array.isArray(value)) return value.map((item) => maskedValue(item, secrets, depth + 1));
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => {
    const isSecret = IS_SECRET.test(name) || secrets.names.has(name);
    if (!isSecret || member === null) return [maskedText(name), maskedValue(member, secrets, depth + 1)];
    note(member, secrets);
    return [name, MASK];
  });
  return Object.fromEntries(members) as unknown;
}

/** Masks named values in a text that is no JSON. */
function maskedNames(text: string, secrets: Secrets): string {
  let masked = '';
  let end = 0;
  for (const { 0: all, 1: variable, 2: name = variable!, index } of text.matchAll(NAMED)) {
    VALUE.lastIndex = index + all.length;
    // What is within a masked value is masked already.
    if (index < end || !IS_SECRET.test(name)) continue;
    const value = VALUE.exec(text)?.[0];
    if (value === undefined) continue;
    note(value.replace(/^(["']+)([\s\S]*?)\1$/, '$2'), secrets);
    masked += `${text.slice(end, index + all.length)}"${MASK}"`;
    end = index + all.length + value.length;
  }
  return masked + text.slice(end);
}

function note(secret: unknown, { found }: Secrets): void {
  const text = typeof secret === 'object' ? JSON.stringify(secret) : String(secret);
  if (text.length >= MIN_SECRET) found.add(text);
}

function withoutSecret(message: string, secret: string): string {
  return message.replaceAll(secret, MASK);
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Returns text that PostgreSQL can store: neither NUL nor lone surrogates. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

function cut(text: string): { kept: string; isCut: boolean } {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_BODY_BYTES) return { kept: text, isCut: false };
  // A character that would be cut through is left out.
  const kept = new TextDecoder().decode(bytes.subarray(0, MAX_BODY_BYTES), { stream: true });
  return { kept, isCut: true };
}
