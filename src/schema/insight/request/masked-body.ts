import { MAX_BODY_BYTES } from '../limits.ts';
import { parsed, parsedBeginning } from './closed-json.ts';
import { CUT, MASK, maskedText, namesSecret, storable } from './masked-text.ts';

/** The maximum depth of a value: deeper values are no valid input. */
const MAX_DEPTH = 64;
/** The minimum length of a secret: shorter ones would mask parts of words. */
const MIN_SECRET = 3;

/**
 * Matches `name: value`, `"name": value` or `$name: Type = value` up to the value. Names are limited, so that
 * no text is slow to search.
 */
const NAMED = /\$(\w{1,80})\s*:\s*[\w![\]]{1,200}\s*=\s*|(?<![\w$])["']?(\w{1,80})["']?\s*[:=]\s*(?!\$)/g;
const STRING = String.raw`"""[\s\S]*?(?:"""|$)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?`;
const VALUE = new RegExp(String.raw`${STRING}|\[[^\]]*\]?|\{[^}]*\}?|[^\s,;&)}\]]+`, 'y');
/** Matches an argument whose value is a variable. */
const BY_VARIABLE = /(?<![\w$])(\w{1,80})\s*:\s*\$(\w{1,80})/g;
/**
 * Matches the parts of a message that can repeat input: texts, long numbers, and values in errors of
 * graphql-js.
 */
const REPEATED = /\b(?:found|value): .*|"(?:\\.|[^"\\])*"?|[\d.]{4,}/gs;

/** A body in the form in which the log stores it. */
export interface MaskedBody {
  text: string;
  /** Whether `text` is only the beginning of the body. */
  isCut: boolean;
  /**
   * Returns at most `max` characters of the text of an error, which can repeat input, with the secrets of the
   * body masked.
   */
  maskedToo(message: string, max: number): string;
}

/**
 * Returns the beginning of a request's body with its secrets masked: values with secret names, in JSON and in
 * GraphQL documents, and secrets with a recognizable form. Only the stored part is searched.
 *
 * @param body the bytes, or the value that they were parsed to
 */
export function maskedBody(body: unknown): MaskedBody {
  const { kept: sent, isCut } = cut(Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)));
  const read = isCut ? parsedBeginning(sent) : Buffer.isBuffer(body) ? parsed(sent) : { value: body };
  const secrets: Secrets = { found: new Set(), names: secretNames(sent, isCut, read?.value) };
  const masked = read ? maskedJson(sent, read.value, secrets) : maskedOther(sent, isCut, secrets);
  const { kept: text, isCut: isCutAgain } = cut(Buffer.from(storable(masked)));
  return {
    text,
    isCut: isCut || isCutAgain,
    maskedToo: (message, max) => {
      const start = [...secrets.found].reduce(withoutSecret, beginningOf(message, max));
      // A secret beyond the stored part of the body is unknown, so all repeated input is masked.
      const known = isCut ? start.replace(REPEATED, (all) => (text.includes(all) ? all : MASK)) : start;
      return withoutCut(maskedText(known));
    },
  };
}

/** Returns at most `max` characters of the text of an error without a body, masked. */
export function maskedBeginning(message: string, max: number): string {
  return withoutCut(maskedText(beginningOf(message, max)));
}

/** The secrets in a body. */
interface Secrets {
  /** The values that were masked. */
  found: Set<string>;
  /** Further names of secret values: variables of secret arguments. */
  names: ReadonlySet<string>;
}

/** Returns the names of variables that are secret. */
function secretNames(sent: string, isCut: boolean, value: unknown): Set<string> {
  const names = Array.from(sent.matchAll(BY_VARIABLE))
    .filter(([, argument]) => namesSecret(argument!))
    .map(([, , name]) => name!);
  const { query } = Object(value) as { query?: unknown };
  const hasDocument = typeof query === 'string' && !query.endsWith(CUT);
  // The part that is cut off, or the document of a persisted operation, could name secret variables.
  if (!hasDocument && (isCut || sent.includes('"persistedQuery"'))) names.push('variables');
  return new Set(names);
}

/** Returns the text as it was sent, with all digits, unless it has a secret. */
function maskedJson(sent: string, value: unknown, secrets: Secrets): string {
  const masked = JSON.stringify(maskedValue(value, secrets, 0));
  return masked === JSON.stringify(value) ? sent : masked;
}

/** Masks a text that is no JSON. */
function maskedOther(sent: string, isCut: boolean, secrets: Secrets): string {
  const searched = isCut ? sent.split('"variables"')[0]! + CUT : sent;
  return withoutCut(maskedText(maskedNames(searched, secrets)));
}

function maskedValue(value: unknown, secrets: Secrets, depth: number): unknown {
  if (typeof value === 'string') {
    // The text may be a GraphQL document.
    return maskedText(value.includes('{') ? maskedNames(value, secrets) : value);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return MASK;
  if (Array.isArray(value)) return value.map((item) => maskedValue(item, secrets, depth + 1));
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => {
    const isSecret = namesSecret(name) || secrets.names.has(name);
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
    // Values within a masked value are masked already.
    if (index < end || !(namesSecret(name) || secrets.names.has(name))) continue;
    const value = VALUE.exec(text)?.[0];
    if (value === undefined) continue;
    note(withoutQuotes(value), secrets);
    masked += `${text.slice(end, index + all.length)}"${MASK}"`;
    end = index + all.length + value.length;
  }
  return masked + text.slice(end);
}

function withoutQuotes(value: string): string {
  const quotes = ['"""', '"', "'"].find((each) => value.startsWith(each)) ?? '';
  const start = value.slice(quotes.length);
  return start.endsWith(quotes) ? start.slice(0, start.length - quotes.length) : start;
}

function note(secret: unknown, { found }: Secrets): void {
  const text = withoutCut(typeof secret === 'object' ? JSON.stringify(secret) : String(secret));
  if (text.length >= MIN_SECRET) found.add(text);
}

/** Masks a secret in a text, including its beginning if the text ends within it. */
function withoutSecret(text: string, secret: string): string {
  const masked = text.replaceAll(secret, MASK);
  if (!masked.endsWith(CUT)) return masked;
  const end = masked.length - CUT.length;
  for (let length = Math.min(secret.length, end); length >= MIN_SECRET; length--) {
    const start = end - length;
    if (masked.startsWith(secret.slice(0, length), start)) return masked.slice(0, start) + MASK + CUT;
  }
  return masked;
}

function beginningOf(message: string, max: number): string {
  return message.length > max ? message.slice(0, max) + CUT : message;
}

function withoutCut(text: string): string {
  return text.endsWith(CUT) ? text.slice(0, -CUT.length) : text;
}

function cut(bytes: Buffer): { kept: string; isCut: boolean } {
  if (bytes.length <= MAX_BODY_BYTES) return { kept: bytes.toString(), isCut: false };
  // A character that the limit would split is left out.
  const kept = new TextDecoder().decode(bytes.subarray(0, MAX_BODY_BYTES), { stream: true });
  return { kept, isCut: true };
}
