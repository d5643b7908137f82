import { GraphQLError, parse } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENT_LIMITS, parseWithinLimits } from '../../src/graphql/document-limits.ts';
import { locationsOf } from '../../src/graphql/locate-errors.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createVisitor } from '../support/service/visitor.ts';

const service = useService();
const TOO_LONG = `0.1${'0'.repeat(398)}`;
/** Looking for the line breaks once for each error took 60 ms and more. */
const MAX_MORE_MS = 30;

let account: TestAccount;
beforeAll(async () => {
  account = await createAccount(service);
});

async function errorsOf(query: string) {
  const { json } = await account.call('POST', '//graphql', { body: { query } });
  return json.errors;
}

describe('a number of 401 characters in a document', () => {
  it.each([
    ['an argument', `{ deliveries(first: ${TOO_LONG}) { totalCount } }`, 'first'],
    [
      'a member',
      `mutation { createProduct(input: { name: "a", price: -${TOO_LONG} }) { id } }`,
      'input.price',
    ],
    ['an item', `mutation { a(lines: [{ b: 1 }, { b: [2, ${TOO_LONG}] }]) { id } }`, 'lines[1].b[1]'],
    ['a default', `query($page: Int = 1${'0'.repeat(400)}) { deliveryPage(page: $page) { page } }`, 'page'],
    ['a directive', `{ account @skip(if: ${TOO_LONG}) { id } }`, 'if'],
    ['a fragment', `{ ...F } fragment F on Query { product(id: 1${'0'.repeat(400)}) { id } }`, 'id'],
  ])('is refused on its member: %s', async (_where, query, field) => {
    const [{ message, extensions }] = await errorsOf(query);
    expect(extensions).toMatchObject({ code: 'validation_error', problem: 'too_many_digits', field });
    expect(message).toBe(`${field} must be a number of at most 400 characters`);
  });

  it('is refused of strangers and in a query of GET too', async () => {
    const query = `mutation { signIn(email: ${TOO_LONG}, password: "a") { id } }`;
    const refused = { code: 'validation_error', problem: 'too_many_digits' };
    expect(await createVisitor(service).refusal(query)).toMatchObject({ ...refused, field: 'email' });
    const search = new URLSearchParams({ query: `{ product(id: ${TOO_LONG}) { id } }` });
    const { json } = await account.call('GET', `//graphql?${search}`);
    expect(json.errors[0].extensions).toMatchObject({ ...refused, field: 'id' });
  });

  it('is a text within quotes, and a number with one character less', async () => {
    const query = `{ a: product(id: "${TOO_LONG}") { id } b: product(id: 1${'0'.repeat(399)}) { id } }`;
    const { json } = await account.call('POST', '//graphql', { body: { query } });
    expect(json).toMatchObject({ data: { a: null, b: null } });
  });
});

describe('the locations of errors', () => {
  it('are those of graphql-js', () => {
    const text = 'query A {\r\n  a(x: [1,\r 2]) { b }\n\n} fragment F on Query { c } # \u2028d';
    const [detached, whole] = [parseWithinLimits(text), parse(text)];
    const nodesOf = (document: typeof whole) =>
      document.definitions.flatMap((definition) =>
        'selectionSet' in definition ? definition.selectionSet.selections : [],
      );
    for (const [at, node] of nodesOf(whole).entries()) {
      const error = new GraphQLError('wrong', { nodes: [node] });
      const own = new GraphQLError('wrong', { nodes: [nodesOf(detached)[at]!] });
      expect(own.locations).toBeUndefined();
      expect(locationsOf(own)).toEqual(error.locations);
    }
  });

  it('are in responses to invalid documents, failing fields and syntax errors', async () => {
    await createProduct(account);
    expect((await errorsOf('{ account {\n id\n   nothing } }'))[0].locations).toEqual([
      { line: 3, column: 4 },
    ]);
    expect((await errorsOf('{ account(\n\n ) }'))[0].locations).toEqual([{ line: 3, column: 2 }]);
    const [failed] = await errorsOf('{\n deliveryPage(page: 0) { page }\n}');
    expect(failed).toMatchObject({ path: ['deliveryPage'], locations: [{ line: 2, column: 2 }] });
    const stored = { 'Idempotency-Key': 'locations' };
    const body = {
      query:
        'mutation {\n a: deleteWebhook(id: "1")\n b: createSupermarket(input: { name: "a", contactEmail: "a@b.example" }) { id } }',
    };
    const { json } = await account.call('POST', '//graphql', { body, headers: stored });
    expect(json.errors[0].locations).toEqual([{ line: 2, column: 2 }]);
  });

  it('are at most ten of each error', async () => {
    const [error] = await errorsOf(`{ account(${'a: 1 '.repeat(300)}) { id } }`);
    expect(error.locations).toHaveLength(10);
  });
});

describe('line breaks before the errors of a document', () => {
  /** The documents that have the most errors, or the most places in one. */
  const DOCUMENTS: Record<string, string> = {
    'changes that fail': `mutation { ${Array.from({ length: 20 }, (_, at) => `a${at}: deleteWebhook(id: "1") { id }`).join(' ')} }`,
    'unknown fields': `{ ${names(19)} }`,
    'an argument many times': `{ account(${'a: 1 '.repeat(600)}) { id } }`,
    'fields in conflict': `{ ${Array.from({ length: 6 }, (_, at) => `a: account { ${names(7, 'b: ', at)} }`).join(' ')} }`,
    'unused variables': `query(${Array.from({ length: 300 }, (_, at) => `$a${at}: Int`).join(' ')}) { account { id } }`,
  };

  it.each(Object.entries(DOCUMENTS))('cost little: %s', async (_what, document) => {
    const breaks = '\n'.repeat(DOCUMENT_LIMITS.characters - document.length - 2);
    const near = await fewestMs(document);
    const far = await fewestMs(breaks + document);
    expect(far).toBeLessThan(near + MAX_MORE_MS);
  });
});

/** Returns the least processor time of some requests. Documents are kept, so each has a text of its own. */
async function fewestMs(query: string): Promise<number> {
  let fewest = Infinity;
  for (let attempt = 0; attempt < 5; attempt++) {
    const before = process.threadCpuUsage();
    const [{ extensions }] = await errorsOf(`${query}#${attempt}`);
    expect(extensions.problem).not.toBe('query_too_large');
    const { user, system } = process.threadCpuUsage(before);
    fewest = Math.min(fewest, (user + system) / 1_000);
  }
  return fewest;
}

function names(count: number, before = '', group = 0): string {
  return Array.from({ length: count }, (_, at) => `${before}unknown${group * count + at}`).join(' ');
}
