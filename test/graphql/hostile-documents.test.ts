import { describe, expect, it } from 'vitest';
import { attacksOn, expectQuietLog } from '../support/hostile/attack.ts';
import { expectGraphQL } from '../support/http/envelope.ts';
import { CONTENT_TYPES, ENCODED_BODIES } from '../support/hostile/hostile-bodies.ts';
import { HOSTILE_HEADERS, METHODS } from '../support/hostile/hostile-requests.ts';
import { nested } from '../support/hostile/hostile-values.ts';
import { listOf } from '../support/text/list-of.ts';
import { useService } from '../support/service/service.ts';
import { sendRaw } from '../support/http/wire.ts';

const service = useService();
const expectAnswer = attacksOn(service, expectGraphQL);
const JSON_TYPE = { 'Content-Type': 'application/json' };
const POST = { method: 'POST', target: '/graphql', headers: JSON_TYPE };
const QUERY = '{ account { id } }';

describe('POST /graphql', () => {
  it('explains to a caller that the document is missing', async () => {
    for (const query of NO_DOCUMENTS) {
      const { json } = await expectAnswer({ ...POST, body: JSON.stringify({ query }) });
      for (const { extensions } of json.errors ?? []) expect(extensions.code).toBe('validation_error');
    }
  });

  it('does not report invalid input as an internal error', async () => {
    for (const request of LATE_FAULTS) await expectAnswer({ ...POST, body: JSON.stringify(request) });
  });

  it('withstands documents larger than any client needs', async () => {
    for (const query of EXCESSES) await expectAnswer({ ...POST, body: JSON.stringify({ query }) });
  });

  it('withstands bodies that are not requests', async () => {
    for (const body of NO_REQUESTS) await expectAnswer({ ...POST, body });
  });

  it('withstands encodings, types and headers of all kinds', async () => {
    for (const [encoding, body] of ENCODED_BODIES) {
      await expectAnswer({ ...POST, headers: { ...JSON_TYPE, 'Content-Encoding': encoding }, body });
    }
    const body = JSON.stringify({ query: QUERY });
    for (const type of CONTENT_TYPES)
      await expectAnswer({ ...POST, headers: { 'Content-Type': type }, body });
    for (const headers of HOSTILE_HEADERS) {
      await expectAnswer({ ...POST, headers: { ...JSON_TYPE, ...headers }, body });
    }
  });
});

describe('/graphql', () => {
  it('supports no method except GET and POST', async () => {
    for (const method of METHODS.filter((name) => name !== 'GET' && name !== 'POST')) {
      const { status, headers } = await expectAnswer({ method, target: '/graphql', headers: JSON_TYPE });
      expect(status).toBe(method === 'OPTIONS' ? 204 : 405);
      expect(headers.get('Allow')).toBe('GET, POST');
    }
  });

  it.each([
    ['', 'validation_error'],
    ['?query', 'validation_error'],
    ['?query=%7B', 'validation_error'],
    ['?%zz=%ff', 'validation_error'],
    [`?query=${QUERY}&variables=junk`, 'validation_error'],
    [`?query=${QUERY}&variables=[1]`, 'validation_error'],
    [`?query=${QUERY}&extensions={`, 'validation_error'],
    [`?query=${QUERY}&operationName=x`, 'validation_error'],
    ['?query=mutation{deleteWebhook(id:"1")}', 'method_not_allowed'],
    ['/x', 'not_found'],
    ['/%ff', 'not_found'],
    ['//', 'not_found'],
  ])('refuses GET /graphql%s', async (rest, code) => {
    const { json } = await expectAnswer({ method: 'GET', target: `/graphql${rest.replaceAll(' ', '%20')}` });
    expect(json.errors[0].extensions.code).toBe(code);
  });

  it('shows its page under any Host', async () => {
    for (const Host of ['[::', 'a:b:c', 'evil.example']) {
      const headers = { Host, Accept: 'text/html', Authorization: '' };
      const { status, text } = await sendRaw(service.url, { method: 'GET', target: '/graphql', headers });
      expect(status).toBe(200);
      expect(text.slice(0, 200)).toContain('<title>Provender</title>');
    }
  });
});

it('leaves nothing in the log but requests', () => expectQuietLog(service));

/** Texts that are not GraphQL, or not valid in any schema. */
const NO_DOCUMENTS: readonly string[] = [
  '',
  ' ',
  '\0',
  '\ufeff',
  '#'.repeat(100_000),
  '{'.repeat(100_000),
  '['.repeat(100_000),
  `{ account(x: ${'['.repeat(50_000)}) { id } }`,
  `query(${'$a:[[[[[Int]]]]] '.repeat(5_000)}) { account { id } }`,
  `query($a: ${'['.repeat(50_000)}Int${']'.repeat(50_000)}) { account { id } }`,
  ...listOf(String.raw`
    {  }  {}  { }  { account }  { account { } }  { nothing }  { account { nothing } }  { account { id { id } } }
    query  query {  query Q  mutation { nothing }  subscription { nothing }  type Query { a: Int }
    schema { query: Query }  extend type Query { a: Int }  fragment F on Query { account { id } }  { ...F }
    { ... on Nothing { id } }  { account { ... on Product { id } } }  { account(x: 1) { id } }  { delivery { id } }
    { delivery(id: null) { id } }  { delivery(id: {}) { id } }  { delivery(id: []) { id } }  { delivery(id: 1.5) { id } }
    { delivery(id: "1", id: "2") { id } }  { deliveryPage(page: "1") { page } }  { deliveryPage(page: 2147483648) { page } }
    { deliveryPage(page: -9999999999999999999999) { page } }  { deliveryPage(filter: []) { page } }
    { deliveryPage(filter: {status: pending}) { page } }  { deliveryPage(filter: {dateFrom: 5}) { page } }
    { deliveryPage(filter: {nothing: 1}) { page } }  { productPage(filter: {search: "\uD800"}) { page } }
    { productPage(filter: {search: "\u{110000}"}) { page } }  { productPage(filter: {search: "\x"}) { page } }
    { productPage(filter: {search: "}) { page } }  { account { id @nothing } }  { account { id @skip } }
    { account { id @skip(if: "yes") } }  { account { id @include(if: null) } }  { account @deprecated { id } }
    { account { id name: id } id: account { name } account { id: name } }  query A { account { id } } query A { account { id } }
    query($x: Nothing) { account { id } }  query($x: Account) { account { id } }  query($x: Int, $x: Int) { account { id } }
    query($x: Int = "a") { deliveryPage(page: $x) { page } }  query { deliveryPage(page: $x) { page } }
    fragment A on Account { ...B } fragment B on Account { ...A } { account { ...A } }
    { account { ...A } } fragment A on Account { ...A }  fragment on on Query { account { id } } { ...on }
    { __proto__ }  { constructor }  { account { __proto__ } }  { __type(name: null) { name } }  { __type { name } }
    { account { id } } garbage  "description" { account { id } }  { account { id, , ,, id } ;}  { account\u0000 { id } }
    SELECT 1  <script>  ../../etc/passwd`),
];

/** Valid documents with variables that turn out wrong only during execution. */
const LATE_FAULTS: readonly { query: string; variables?: object }[] = [
  // With a default, a nullable variable fits a non-null position; then null is sent.
  { query: 'query($id: ID = "1") { delivery(id: $id) { id } }', variables: { id: null } },
  { query: 'query($on: Boolean = true) { account { id @skip(if: $on) } }', variables: { on: null } },
  {
    query:
      'mutation($name: String = "a") { createSupermarket(input: {name: $name, contactEmail: "a@b.example"}) { id } }',
    variables: { name: null },
  },
  {
    query: 'mutation($id: ID = "1") { updateProduct(id: $id, input: {name: "a"}) { id } }',
    variables: { id: null },
  },
  { query: '{ delivery(id: "") { id } product(id: "-1") { id } return(id: "1e3") { id } }' },
  { query: '{ delivery(id: "\\u0000") { id } webhookMessagePage(webhook: "\\u0000") { page } }' },
  { query: '{ delivery(id: 99999999999999999999999999) { id } }' },
  { query: '{ deliveryPage(page: 0) { page } }' },
  { query: '{ deliveryPage(page: null, perPage: null, filter: null) { page } }' },
  { query: '{ productPage(filter: {search: "", category: " "}) { page } }' },
  { query: '{ productPage(filter: {search: "a\\u0000"}) { page } }' },
  { query: 'mutation { createProduct(input: {name: "", weight: 0, price: -1, category: ""}) { id } }' },
  {
    query: 'mutation { createProduct(input: {name: "a", weight: 1e400, price: 1e-7, category: "b"}) { id } }',
  },
  { query: 'mutation { updateProduct(id: "1", input: {}) { id } }' },
  {
    query: 'mutation { a: deleteWebhook(id: "0") b: deleteWebhook(id: "x") c: enableWebhook(id: "") { id } }',
  },
];

/** Documents larger than any client needs. */
const EXCESSES: readonly string[] = [
  `{ ${Array.from({ length: 5_000 }, (_, index) => `a${index}: __typename`).join(' ')} }`,
  `{ ${Array.from({ length: 1_000 }, (_, index) => `a${index}: delivery(id: "${index}") { id }`).join(' ')} }`,
  `{ __schema { types { ${'fields { type { '.repeat(12)} name ${'} } '.repeat(12)} } } }`,
  `{ __type(name: "Query") { ${'ofType { '.repeat(3_000)} name ${'} '.repeat(3_000)} } }`,
  `{ ${'... { '.repeat(3_000)} account { id } ${'} '.repeat(3_000)} }`,
  `${Array.from({ length: 2_000 }, (_, index) => `fragment F${index} on Query { ...F${index + 1} }`).join(' ')} fragment F2000 on Query { account { id } } { ...F0 }`,
  `{ account { ${'id '.repeat(20_000)} } }`,
  `{ account { id ${'@include(if: true) '.repeat(5_000)} } }`,
  `query(${Array.from({ length: 2_000 }, (_, index) => `$v${index}: Int`).join(' ')}) { account { id } }`,
  `{ productPage(filter: {search: "${'x'.repeat(200_000)}"}) { page } }`,
  `{ productPage(filter: {search: """${'\n "'.repeat(50_000)}"""}) { page } }`,
  `{ deliveryPage(filter: ${'{a: '.repeat(10_000)}1${'}'.repeat(10_000)}) { page } }`,
];

/** Bodies that are not GraphQL requests. */
const NO_REQUESTS: readonly string[] = [
  ...listOf(String.raw`
    null  true  1  "text"  []  [{}]  {}  {"query":null}  {"query":1}  {"query":{}}  {"query":["{ account { id } }"]}
    {"query":""}  {"query":"\u0000"}  {"query":"\ud800"}  {"variables":{}}  {"operationName":"x"}
    {"query":"{ account { id } }","operationName":"x"}  {"query":"{ account { id } }","operationName":1}
    {"query":"{ account { id } }","operationName":{"a":1}}  {"query":"query A { account { id } } query B { account { id } }"}
    {"query":"{ account { id } }","variables":"x"}  {"query":"{ account { id } }","variables":[1]}
    {"query":"{ account { id } }","variables":1}  {"query":"{ account { id } }","extensions":1}
    {"query":"{ account { id } }","nothing":1}  {"query":"{ account { id } }","__proto__":{"query":"{ nothing }"}}
    [{"query":"{ account { id } }"},{"query":"{ account { id } }"}]  {"doc_id":"x"}  {"id":"x","documentId":"y"}
    {"extensions":{"persistedQuery":{"version":1,"sha256Hash":"x"}}}  {  {]  {"query":  NaN`),
  `{"query":"{ account { id } }","variables":${nested(100_000)}}`,
  `{"query":"{ account { id } }","extensions":${nested(100_000)}}`,
  `{"query":"{ account { id } }","variables":{"__proto__":{"a":1},"constructor":1}}`,
  `[${'{"query":"{ account { id } }"},'.repeat(2_000)}{}]`,
  ' '.repeat(256 * 1_024 + 1),
];
