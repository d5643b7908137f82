import { expect, it } from 'vitest';
import { MAX_BODY_BYTES } from '../../../../src/schema/insight/limits.ts';
import { maskedBeginning, maskedBody } from '../../../../src/schema/insight/request/masked-body.ts';
import { cpuMsOf } from '../../../support/process/cpu-time.ts';

const S = 'Hunter2Hunter2';
const sent = (text: string) => Buffer.from(text);

it.each([
  [`{"password":"${S}"}`],
  [`{"currentPassword":"${S}","newPassword":"${S}"}`],
  [`{"a":[{"client_secret":{"deep":"${S}"}}]}`],
  [`{"api_key":"${S}","code":"${S}","otp":["${S}"]}`],
  [`{"pass\\u0077ord":"${S}"}`],
  [`{"url":"https://user:${S}@receiver.example/"}`],
  [`{"url":"https://receiver.example/?access_token=${S}&x=1"}`],
  [`{"note":"Bearer ${S}"}`],
  [`{"note":"whsec_${S}"}`],
  [`{"link":"/r/${S}${S}"}`],
  [JSON.stringify({ query: `mutation { signIn(email: "a", password: "${S}") { id } }` })],
  [JSON.stringify({ query: `mutation($password: String = "${S}") { a(password: $password) }` })],
  [JSON.stringify({ query: `mutation { a(input: { token: """${S}""", tokens: ["x", "${S}"] }) }` })],
  [JSON.stringify({ query: `mutation { a(password: "${S}` })],
  [JSON.stringify({ query: '{ a }', variables: { password: S } })],
  [JSON.stringify({ query: 'mutation($a: String!) { b(newPassword: $a) }', variables: { a: S } })],
  [JSON.stringify({ extensions: { persistedQuery: { sha256Hash: 'x' } }, variables: { a: S } })],
  [`{"password": "${S}", `],
  [`{'password': '${S}'}`],
  [`password=${S}&x=1`],
  [`{"jsonrpc":"2.0","params":{"arguments":{"token":"${S}"}}}`],
])('masks the secret in %s', (text) => {
  const masked = maskedBody(sent(text));
  expect(masked.text).not.toContain('Hunter2');
  expect(masked.text).toMatch(/\*\*\*|\[secret\]|\[token\]/);
});

it('masks what looks like a key of the service, whatever names it', () => {
  const { text } = maskedBody(sent(`{"note":"it was prv_${S}"}`));
  expect(text).toBe('{"note":"it was [key]"}');
});

it('masks values that are nested deeper than any input', () => {
  const nested = `${'['.repeat(14_000)}"${S}"${']'.repeat(14_000)}`;
  expect(maskedBody(sent(`{"note":${nested}}`)).text).not.toContain('Hunter2');
});

it('masks a secret in the message that repeats it, also a number', () => {
  const { maskedToo } = maskedBody({ query: 'mutation { a }', variables: { code: 123456, password: [S] } });
  expect(maskedToo(`Variable "$code" got invalid value 123456; not ${JSON.stringify([S])}`, 500)).toBe(
    'Variable "$code" got invalid value ***; not ***',
  );
});

const FILL = 'fill '.repeat(1_000);

it.each([
  ['the value of a secret name', '{"note":"', `","password":"${S}`],
  ['the value of an escaped name', '{"note":"', `","pass\\u0077ord":"a ${S}`],
  ['a value in a document', '{"query":"#', `\\n{ a(password: \\"a ${S}`],
  ['a password in a URL', '{"note":"', `https://me:${S}`],
  ['a password in an escaped URL', '{"note":"', `https:\\/\\/me:${S}`],
  ['a link of a receipt', '{"note":"', `/r/${S.slice(0, 12)}`],
  ['a token', '{"note":"', `eyJ${S}.${S}`],
  ['a key', '{"note":"', `prv_${S}`],
  ['a secret in a text that is no JSON', 'note=', `https://me:${S}`],
])('masks %s where the body is cut through it', (_what, start, end) => {
  const beginning = start + FILL.slice(0, MAX_BODY_BYTES - start.length - end.length) + end;
  expect(Buffer.byteLength(beginning)).toBe(MAX_BODY_BYTES);
  const { text, isCut } = maskedBody(sent(`${beginning}xxx ${FILL}"}`));
  expect(isCut).toBe(true);
  expect(text).not.toContain('Hunter2');
  expect(text).toContain('fill fill');
});

it('masks variables of a long body unless its document says which are secret', () => {
  const query = 'mutation($a: [X!]!, $b: Int) { c(newPassword: $a, d: $b) }';
  const variables = { a: S, b: 4711, rest: FILL };
  const { text } = maskedBody({ query, variables });
  expect(text).toContain('4711');
  expect(text).not.toContain('Hunter2');
  const others = [
    { variables: { b: 4711, a: S }, query: `#${FILL}\n${query}` },
    { extensions: { persistedQuery: {} }, variables },
  ];
  for (const other of others) expect(maskedBody(other).text).not.toMatch(/Hunter2|4711/);
  const malformed = JSON.stringify({ variables: { b: {}, a: S }, query: FILL }).replace(':', '=');
  expect(maskedBody(sent(malformed)).text).not.toContain('Hunter2');
});

it('masks what a message repeats of the part of a body that is not kept', () => {
  const { maskedToo } = maskedBody({ known: 'dairy', note: FILL, pin: 123456, password: S });
  const message = `Variable "$pin" has "${S}" and 123456, or "a \\"${S}", found: { pin: ${S} }`;
  expect(maskedToo(message, 500)).not.toMatch(/Hunter2|1234/);
  expect(maskedToo('must not be "dairy" or "other"', 500)).toBe('must not be "dairy" or ***');
});

it('masks a secret that a cut message has the beginning of', () => {
  const { maskedToo } = maskedBody({ password: S });
  expect(maskedToo(`not ${S}`, 10)).toBe('not ***');
  expect(maskedToo(`not ${S}`, 4 + S.length)).toBe('not ***');
  expect(maskedBeginning(`at https://me:${S}@x`, 20)).toBe('at https://***@');
  expect(maskedBeginning('at https://receiver.example', 500)).toBe('at https://receiver.example');
});

it('keeps a body without secrets byte for byte, and variables of documents', () => {
  const text = '{ "price": 1.10, "big": 12345678901234567890, "note": "passed on" }';
  expect(maskedBody(sent(text))).toMatchObject({ text, isCut: false });
  const query = 'mutation($token: String!) { a(token: $token) { id } }';
  expect(maskedBody({ query }).text).toBe(JSON.stringify({ query }));
});

it('keeps four kibibytes, of whole characters that can be stored', () => {
  const { text, isCut } = maskedBody(sent(`{"note":"${'€'.repeat(5_000)}"}`));
  expect(isCut).toBe(true);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BODY_BYTES);
  expect(text).toMatch(/€$/);
  expect(maskedBody(sent('{"a":"\0"}')).text).not.toContain('\0');
});

it('costs the same for a body of any length', () => {
  const size = 250_000;
  const parts = [
    'a',
    'token',
    'eyJ-',
    'prv_',
    'password ',
    'a://',
    '"pass',
    '/r/',
    '[',
    '{"a":',
    'whsec_',
    '?code',
    '$token:a',
    `pin='"""`,
    '"',
  ];
  for (const part of parts) {
    const text = `pin='${part.repeat(size / part.length)}`;
    for (const body of [sent(text), sent(JSON.stringify({ a: text })), { a: text }]) {
      expect([part, cpuMsOf(() => maskedBody(body).maskedToo(text, 500)) < 50]).toEqual([part, true]);
    }
  }
});
