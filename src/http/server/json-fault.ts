const JSON_SPACE = /[\t\n\r ]*/y;
const TOKEN =
  // oxlint-disable-next-line no-control-regex -- JSON allows none of them in texts
  /"(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/y;

/** The tokens that may follow at a position in a JSON text. */
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end';

/**
 * Returns where a text stops being valid JSON, as `line 2, column 5`, which the errors of `JSON.parse` do not
 * always say.
 */
export function jsonFaultIn(text: string): string {
  const before = text.slice(0, faultOffset(text)).split('\n');
  return `line ${before.length}, column ${before.at(-1)!.length + 1}`;
}

/** Returns the offset of the first token that JSON does not allow there. */
function faultOffset(text: string): number {
  const open: string[] = [];
  let expected: Expected = 'value';
  for (let at = 0; ;) {
    JSON_SPACE.lastIndex = at;
    JSON_SPACE.test(text);
    at = JSON_SPACE.lastIndex;
    TOKEN.lastIndex = at;
    const token: string | undefined = TOKEN.exec(text)?.[0];
    const next: Expected | undefined = token === undefined ? undefined : expectedAfter(token, expected, open);
    if (next === undefined) return at;
    expected = next;
    at += token!.length;
  }
}

/**
 * Returns what may follow a token; undefined if it is not allowed. `open` has the brackets that are not
 * closed.
 */
function expectedAfter(token: string, expected: Expected, open: string[]): Expected | undefined {
  if (token === '}' || token === ']') {
    const opening = token === '}' ? '{' : '[';
    const mayClose = expected === ', or end' || expected === (token === '}' ? 'name or }' : 'value or ]');
    return mayClose && open.pop() === opening ? ', or end' : undefined;
  }
  if (token === ',') {
    if (expected !== ', or end' || open.length === 0) return undefined;
    return open.at(-1) === '{' ? 'name' : 'value';
  }
  if (token === ':') return expected === ':' ? 'value' : undefined;
  if (expected === 'name' || expected === 'name or }') return token.startsWith('"') ? ':' : undefined;
  if (expected !== 'value' && expected !== 'value or ]') return undefined;
  if (token !== '{' && token !== '[') return ', or end';
  open.push(token);
  return token === '{' ? 'name or }' : 'value or ]';
}
