import { describe, expect, it } from 'vitest';
import { parseExactJson } from '../../src/http/server/exact-json.ts';
import { expectData, expectError } from '../support/http/expect-answer.ts';
import { createAccount } from '../support/service/account.ts';
import { AppError } from '../../src/schema/core/errors.ts';
import { cpuMsOf } from '../support/process/cpu-time.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

/** The size of a body, the largest that is allowed. */
const BODY = 254 * 1_024;
/** The maximum processor time; a function for each value of such a body takes 230 to 370. */
const MAX_MS = 150;

/** A number of 400 characters, and one of 401. */
const [LONGEST, TOO_LONG] = [`0.1${'0'.repeat(397)}`, `0.1${'0'.repeat(398)}`];

/** Returns the fault for which a text is refused. */
function faultIn(text: string) {
  try {
    parseExactJson(text);
  } catch (error) {
    if (error instanceof AppError) return error.faults[0];
    throw error;
  }
  return undefined;
}

describe('a JSON number', () => {
  it.each([
    '0',
    '-0',
    '0.00',
    '1.10000000000000000000',
    '1e2',
    '1.5E-3',
    '3.4900000000000002',
    '0.30000000000000004',
    '9007199254740991',
    '1E+21',
    '100000000000000000000000',
    '5e-324',
    // Between two decimals of 17 digits, of which programs write the one and engines round to the other.
    '2975174138581.2812',
    '1e22',
    '1.7976931348623157e308',
    '0e999',
    LONGEST,
  ])('%s is read', (text) => {
    expect(parseExactJson(`{"a":[${text}]}`)).toEqual({ a: [Number(text)] });
  });

  it.each(['9007199254740993', '1.0000000000000000001', '12345678901234567890.5', '1e400', '-1e-400'])(
    '%s is refused, because it would be rounded',
    (text) => {
      expect(() => parseExactJson(`{"a":[1,{"b":${text}}],"c":1}`)).toThrow(
        'a[1].b must be a number with at most 15 significant digits',
      );
      expect(() => parseExactJson(text)).toThrow('must be a number with at most 15');
    },
  );

  it.each([
    ['the whole text', TOO_LONG, null],
    ['a member', `{"a":1,"b":${TOO_LONG}}`, 'b'],
    ['an item', `[1,[],{"a":[2,3]},${TOO_LONG}]`, '[3]'],
    ['a member of an item', `{"a":[{"b":{}},{"b":[[0],[1,-${TOO_LONG}]]}]}`, 'a[1].b[1][1]'],
    ['behind texts with digits and brackets', `{"a":"${TOO_LONG}","b]}\\"[":"\\"{","c":${TOO_LONG}}`, 'c'],
    ['of an escaped name', `{"\\u0061\\u0062":{"c":${TOO_LONG}}}`, 'ab.c'],
    ['of an exponent', `{"a":1e${'0'.repeat(400)}1}`, 'a'],
    ['the first of two', `{"a":1e400,"b":${TOO_LONG}}`, 'a'],
    ['of spread members', `{\n "a" : [ 1 ,\t${TOO_LONG} ] }`, 'a[1]'],
  ])('of 401 characters is refused: %s', (_where, text, field) => {
    expect(faultIn(text)).toMatchObject({ code: 'validation_error', problem: 'too_many_digits', field });
  });

  it('says how long it can be', () => {
    expect(faultIn(`{"a":${TOO_LONG}}`)?.message).toBe('a must be a number of at most 400 characters');
  });

  it('of 401 characters in a text that is no JSON leaves it no JSON', () => {
    for (const text of [`{"a":${TOO_LONG}`, `[${TOO_LONG},]`, `0${TOO_LONG}`, `{"a":${TOO_LONG}x}`])
      expect(() => parseExactJson(text)).toThrow(SyntaxError);
  });

  it('of any length within a text is text', () => {
    const names = { [TOO_LONG]: [TOO_LONG, `\\${TOO_LONG}`, `"${TOO_LONG}`] };
    expect(parseExactJson(JSON.stringify(names))).toEqual(names);
  });

  it.each([
    ['one that has zeros within', `{"x":0.1${'0'.repeat(BODY)}1}`],
    ['one of digits', `{"x":${'1'.repeat(BODY)}}`],
    ['one with a long exponent', `{"x":1e${'0'.repeat(BODY)}1}`],
    ['many, of which one has an exponent', `[${'1,'.repeat(BODY / 2)}1e1]`],
    ['many with an exponent', `[${'1e1,'.repeat(BODY / 4)}1]`],
    ['many with a long exponent', `[${'1e100,'.repeat(BODY / 6)}1]`],
    ['many of 17 digits', `[${'0.30000000000000004,'.repeat(BODY / 20)}1]`],
    ['many of 400 characters', `[${`1${'0'.repeat(300)}.${'0'.repeat(98)},`.repeat(BODY / 401)}1]`],
    ['many backslashes before one', `["${'\\\\'.repeat(BODY / 2)}",1e1]`],
    ['many lists around one', `${'['.repeat(BODY / 2)}1e1${']'.repeat(BODY / 2)}`],
  ])('takes time in proportion to its length: %s', (_what, text) => {
    expect(cpuMsOf(() => faultIn(text))).toBeLessThan(MAX_MS);
  });

  it('with too many digits is refused over REST and GraphQL, on its field', async () => {
    const account = await createAccount(service);
    const price = '2.4900000000000000001';
    const raw = `{"name":"Rye","weight":1,"price":${price},"category":"bakery"}`;
    expectError(await account.call('POST', '/products', { raw }), 400, 'validation_error', 'price');
    const delivery = '{"supermarket_id":1,"products":[{"product_id":9007199254740993,"quantity":1}]}';
    const refused = await account.call('POST', '/deliveries', { raw: delivery });
    expectError(refused, 400, 'validation_error', 'products[0].product_id');
    const create = `mutation($input: CreateProductInput!) { createProduct(input: $input) { id } }`;
    const asked = await account.call('POST', '//graphql', {
      raw: JSON.stringify({ query: create, variables: { input: '?' } }).replace('"?"', raw),
    });
    expect(asked.json.errors[0].extensions).toMatchObject({
      code: 'validation_error',
      field: 'variables.input.price',
    });
    const literal = `mutation { createProduct(input: { name: "Rye", weight: 1, price: ${price}, category: "a" }) { id } }`;
    const { json } = await account.call('POST', '//graphql', { body: { query: literal } });
    expect(json.errors[0].extensions.code).toBe('validation_error');
    expect(json.errors[0].message).toContain('15 significant digits');
    expect(expectData(await account.call('GET', '/products'))).toEqual([]);
  });

  it('of 401 characters is refused over every interface, on its member', async () => {
    const account = await createAccount(service);
    const wrong = { code: 'validation_error', problem: 'too_many_digits' };
    const rest = await account.call('POST', '/products', { raw: `{"price":${TOO_LONG}}` });
    expectError(rest, 400, 'validation_error', 'price');
    const query = '{ __typename }';
    for (const member of ['variables', 'extensions']) {
      const raw = `{"query":"${query}","${member}":{"x":[0,${TOO_LONG}]}}`;
      const posted = await account.call('POST', '//graphql', { raw });
      expect(posted.json.errors[0].extensions).toMatchObject({ ...wrong, field: `${member}.x[1]` });
      const search = new URLSearchParams({ query, [member]: `{"x":[0,${TOO_LONG}]}` });
      const read = await account.call('GET', `//graphql?${search}`);
      expect(read.json.errors[0].extensions).toMatchObject({ ...wrong, field: `${member}.x[1]` });
    }
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_products","arguments":{"page":${TOO_LONG}}}}`;
    const tool = await account.call('POST', '//mcp', { raw: call });
    expect(tool.json.error.data).toMatchObject({ ...wrong, field: 'params.arguments.page' });
  });
});

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('a deep value', () => {
  it('is refused on its member before it is read', () => {
    expect(parseExactJson(`{"a":"[[","b":${deep(998)}}`)).toHaveProperty('b');
    for (const text of [`{"a":1,"b":${deep(1_000)}}`, `{"b":${'{"c":'.repeat(120_000)}`])
      expect(() => parseExactJson(text)).toThrow('b must not be nested more than 1000 levels deep');
    expect(() => parseExactJson('['.repeat(250_000))).toThrow('The body must not be nested');
  });

  it('is not what an open text has', () => {
    expect(() => parseExactJson(`{"a":"${'['.repeat(5_000)}`)).toThrow(SyntaxError);
  });
});
