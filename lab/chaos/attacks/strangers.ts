import { type Amount, type Attack, type Attacks, requests } from '../attack.ts';
import { prove } from '../attacker.ts';

/** The number of requests: three at a time, as many as an address can send in a minute without a key. */
const AMOUNT: Amount = [3, 290, 30];
/** Sizes of bodies: nearly the largest of a request without a caller, and of a request with a key. */
const [STRANGERS_BYTES, CALLERS_BYTES] = [16_000, 255_000];

const ZEROS = (bytes: number) => `{"query":"{__typename}","variables":{"x":0.1${'0'.repeat(bytes)}1}}`;

/** Bodies and documents in which each character costs as much as possible. Only long ones need an account. */
export const STRANGERS: Attacks = {
  'long-numbers': withoutKey('too_many_digits', () => ZEROS(STRANGERS_BYTES - 100)),
  'long-bodies': withoutKey('payload_too_large', () => ZEROS(CALLERS_BYTES)),
  exponents: withoutKey(
    'unauthorized',
    () => `{"query":"{a}","variables":{"x":[${'1e100,'.repeat(STRANGERS_BYTES / 7)}1e1]}}`,
  ),
  'line-breaks': withoutKey('unauthorized', (number) =>
    JSON.stringify({ query: `${'\n'.repeat(STRANGERS_BYTES / 2 - 300)}{ ${unknown(19)} }#${number}` }),
  ),
  'long-numbers-of-an-account': requests(AMOUNT, async ({ attacker, account }) => {
    const { key } = await account();
    const ask = { method: 'POST', key, body: ZEROS(CALLERS_BYTES) };
    prove(await attacker.send('/mcp', ask), { expected: 400 });
    return () => attacker.send('/mcp', ask);
  }),
};

/**
 * Returns an attack with the origin of the service's own page.
 *
 * @param expected the text that every response must contain
 */
function withoutKey(expected: string, bodyOf: (number: number) => string): Attack {
  return requests(AMOUNT, async ({ attacker, url }) => {
    const send = (number: number) =>
      attacker.send('/graphql', { method: 'POST', headers: { Origin: url }, body: bodyOf(number) });
    const { status, text } = await send(-1);
    if (!text.includes(expected))
      throw new Error(`the first response has status ${status}: ${text.slice(0, 200)}`);
    return send;
  });
}

function unknown(count: number): string {
  return Array.from({ length: count }, (_, at) => `unknown${at}`).join(' ');
}
