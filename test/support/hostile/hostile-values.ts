import { listOf } from '../text/list-of.ts';

const NUMBERS = listOf(String.raw`
  0  -0  -1  1.5  1e-7  5e-324  1e400  1e21  0.0001  99999999.99  2147483648
  9007199254740991  9007199254740992  9007199254740993  9223372036854775808`);

const OTHERS = listOf(String.raw`
  null  true  {}  []  [null]  [[]]  [{}]  {"":0}  {"__proto__":{"admin":true}}  {"constructor":{"prototype":{}}}`);

/** Text that a database, shell, browser or terminal may misinterpret. */
const TEXTS = listOf(String.raw`
  ""  " "  "\u0000"  "a\u0000b"  "\ud800"  "\udc00\ud800"  "\ufeff"  "\u202e\u0639\u0631\u0628"  "e\u0301\u212b"
  "\u0007\u001b[31m\r\n"  "%_\\%"  "$1"  "' OR 1=1; DROP TABLE deliveries; --"  "<script>alert(1)</script>"
  "../../etc/passwd"  "NaN"  "1"  "1e3"  "null"`);

/** Almost valid dates, times, windows, e-mail addresses and URLs. */
const NEARLY = listOf(String.raw`
  "2026-02-30"  "9999-99-99"  "0000-00-00"  "2100-12-31"  "2101-01-01"  "+002030-01-01"  "2026-02-30T00:00:00Z"
  "0000-01-01T00:00:00Z"  "9999-12-31T23:59:59-23:59"  "24:00-25:00"  "10:00-09:00"  "9:00-10:00"
  "a@b"  "a@b.co\u0000"  "\"a b\"@example.com"  "http://[::1"  "https://user:pass@receiver.example"
  "javascript:alert(1)"`);

const TOO_MUCH = [
  `"${'x'.repeat(201)}"`,
  `"${'x'.repeat(100_000)}"`,
  `"${String.raw`\ud83d\ude00`.repeat(2_001)}"`,
  `"${'a'.repeat(20_000)}@${'a.'.repeat(10_000)}"`,
  `"https://receiver.example/${String.raw`\u00e9`.repeat(1_000)}"`,
  `[${'1,'.repeat(20_000)}1]`,
  nested(10_000),
  nestedObjects(10_000),
];

/** JSON texts of values that break things; as text, so that -0 and 1e400 survive. */
export const HOSTILE_JSON: readonly string[] = [...NUMBERS, ...OTHERS, ...TEXTS, ...NEARLY, ...TOO_MUCH];

let turn = 0;

/**
 * Returns one in `count` of the values, at each call others: all callers together try all of them. One caller
 * alone would only repeat what others try, because what refuses a value is the same for all.
 */
export function shareOf<Value>(values: readonly Value[], count: number): Value[] {
  turn++;
  return values.filter((_, index) => (index + turn) % count === 0);
}

export function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

export function nestedObjects(depth: number): string {
  return `${'{"a":'.repeat(depth)}0${'}'.repeat(depth)}`;
}
