import { expect, it } from 'vitest';
import { MAX_BODY_BYTES, maskedBody } from '../../../src/schema/request/masked-body.ts';
import { cpuMsOf } from '../../support/process/cpu-time.ts';

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
  expect(maskedToo(`Variable "$code" got invalid value 123456; not ${JSON.stringify([S])}`)).toBe(
    'Variable "$code" got invalid value ***; not ***',
  );
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

it('takes little time for bodies that were made to be slow', () => {
  const size = 250_000;
  const evil = [
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
  ];
  for (const part of evil) {
    for (const text of [
      part.repeat(size / part.length),
      JSON.stringify({ a: part.repeat(size / part.length) }),
    ]) {
      expect([part, cpuMsOf(() => maskedBody(sent(text))) < 2_000]).toEqual([part, true]);
    }
  }
});
