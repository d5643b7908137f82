import { list, members, nested, post, repeat, SIZE, TARGET_SIZE, times } from './heavy.ts';
import type { WireRequest } from '../support/http/wire.ts';

/** GraphQL requests of the maximum size, designed to block the event loop. */
export const HEAVY_OPERATIONS: Record<string, WireRequest> = {
  ...graphql({
    'wrong items of a list of objects': byInput('createDelivery', 'products', list('1')),
    'objects without members': byInput('createDelivery', 'products', list('{}')),
    'objects of unknown members': byInput('createDelivery', 'products', list('{"a":1,"b":2}')),
    '500 objects of unknown members': byInput(
      'createDelivery',
      'products',
      `[${Array.from({ length: 500 }, () => `{${members(50)}}`).join(',')}]`,
    ),
    'an object of unknown members': byInput('createDelivery', 'products', `[{${members(20_000)}}]`),
    '100 members with long names': [
      'mutation($input: CreateProductInput!) { createProduct(input: $input) { id } }',
      `{"input":{${Array.from({ length: 100 }, (_, i) => `"${repeat('price', 2_400)}${i}":1`).join(',')}}}`,
    ],
    'unknown members of the input': [
      'mutation($input: CreateProductInput!) { createProduct(input: $input) { id } }',
      `{"input":{${members(20_000)}}}`,
    ],
    'branches that are numbers': byInput('createSupermarket', 'branches', list('1')),
    'branches that are complete': byInput(
      'createSupermarket',
      'branches',
      list('{"name":"a","address":"b"}'),
    ),
    'lists in lists': byInput('createDelivery', 'products', list('[[1]]')),
    'events that are numbers': byInput('createWebhook', 'events', list('1')),
    'events that do not exist': byInput('createWebhook', 'events', list('"x"')),
    'one list of texts under 20 aliases': [
      `query($types: [String!]) { ${times(20, (i) => `a${i}: latestEvents(types: $types) { id }`)} }`,
      `{"types":${list('"a"')}}`,
    ],
    '50 lists of wrong items': [
      `query(${times(15, (i) => `$t${i}: [String!]`)}) { ${times(15, (i) => `a${i}: latestEvents(types: $t${i}) { id }`)} }`,
      `{${Array.from({ length: 15 }, (_, i) => `"t${i}":${list('1', SIZE / 15 - 20)}`).join(',')}}`,
    ],
    'a search of 250 KB under 20 aliases': [
      `query($text: String) { ${times(20, (i) => `a${i}: products(filter: { search: $text }) { totalCount }`)} }`,
      `{"text":"${repeat('x')}"}`,
    ],
    'blanks under 20 aliases': [
      `query($text: String) { ${times(20, (i) => `a${i}: products(filter: { search: $text }) { totalCount }`)} }`,
      `{"text":"${repeat(' ')}"}`,
    ],
    'a cursor of 250 KB under 20 aliases': [
      `query($text: String) { ${times(20, (i) => `a${i}: products(after: $text) { totalCount }`)} }`,
      `{"text":"${Buffer.from(list('1', 180_000)).toString('base64url')}"}`,
    ],
    'an id of 250 KB under 20 aliases': [
      `query($id: ID!) { ${times(20, (i) => `a${i}: product(id: $id) { id }`)} }`,
      `{"id":"${repeat('9')}"}`,
    ],
    'a time zone of 250 KB under 20 aliases': [
      `query($zone: String!) { ${times(20, (i) => `a${i}: deliveryAnalytics(dateFrom: "2026-01-01", dateTo: "2026-01-02", timeZone: $zone) { total { count } }`)} }`,
      `{"zone":"a/${repeat('a')}"}`,
    ],
    'a date of 250 KB under 20 aliases': [
      `query($date: Date!) { ${times(20, (i) => `a${i}: deliveryAnalytics(dateFrom: $date, dateTo: $date) { total { count } }`)} }`,
      `{"date":"${repeat('2026-01-01')}"}`,
    ],
    'an e-mail of 250 KB under 20 aliases': [
      `mutation($text: String!) { ${times(20, (i) => `a${i}: updateSupermarket(id: 1, input: { contactEmail: $text }) { id }`)} }`,
      `{"text":"a@${repeat('a.')}"}`,
    ],
    'an address of 250 KB under 20 aliases': [
      `mutation($text: String!) { ${times(20, (i) => `a${i}: updateWebhook(id: 1, input: { url: $text }) { id }`)} }`,
      `{"text":"https://${repeat('a.')}"}`,
    ],
    'a delivery window of 250 KB under 20 aliases': [
      `mutation($text: String!) { ${times(20, (i) => `a${i}: updateBranch(id: 1, input: { deliveryWindow: $text }) { id }`)} }`,
      `{"text":"${repeat('06:00-10:00')}"}`,
    ],
    'a number of 250,000 digits': ['query($id: ID!) { product(id: $id) { id } }', `{"id":${repeat('9')}}`],
    'a text where a number belongs': [
      'query($first: Int) { products(first: $first) { totalCount } }',
      `{"first":"${repeat('9')}"}`,
    ],
    'variables nested deep': ['query($id: ID!) { product(id: $id) { id } }', `{"id":${nested('[', ']')}}`],
    'objects nested deep': [
      'query($id: ID!) { product(id: $id) { id } }',
      `{"id":${nested('{"a":', '}', '1')}}`,
    ],
    'variables that nothing asks for': ['{ account { id } }', `{${members(20_000)}}`],
    '200 unknown fields that look like known ones': [
      `{ account { ${times(100, (i) => `nam${i}`)} } deliveries { ${times(100, (i) => `nodez${i}`)} } }`,
    ],
    '190 unknown types that look like known ones': [
      `query(${times(190, (i) => `$v${i}: CreateDeliveryInputs${i}`)}) { account { id } }`,
    ],
    '50 unknown names of 600 characters': [
      `{ account { ${times(50, (i) => `${repeat('plan', 600)}${i}`)} } }`,
    ],
    'fields that must all be compared': [
      `{ ${times(15, () => 'account { ...A ...B }')} } fragment A on Account { ${'usage { hour { limit } } '.repeat(10)} } fragment B on Account { ${'usage { minute { limit } } '.repeat(10)} }`,
    ],
    'fragments that must all be compared': [
      `{ account { ${times(90, (i) => `...F${i}`)} } } ${times(90, (i) => `fragment F${i} on Account { usage { hour { limit } } }`)}`,
    ],
    'operations that share a chain of fragments': [
      `${times(110, (i) => `query Q${i} { ...F0 }`)} ${times(110, (i) => `fragment F${i} on Query { ...F${i + 1} }`)} fragment F110 on Query { account { id } }`,
      '{}',
      '"operationName":"Q0"',
    ],
    'fields in conflict': [`{ account { ${'a: id a: name '.repeat(24)} } }`],
    'literals of wrong items': [`{ latestEvents(types: [${'1 '.repeat(1_900)}]) { id } }`],
    'a literal with unknown members': [
      `{ deliveries(filter: { ${times(600, (i) => `statuss${i}: 1`)} }) { totalCount } }`,
    ],
    'an operation name of 250 KB': ['{ account { id } }', '{}', `"operationName":"${repeat('x')}"`],
    'unknown parameters': ['{ account { id } }', '{}', members(20_000)],
    'extensions nested deep': ['{ account { id } }', '{}', `"extensions":${nested('{"a":', '}', '1')}`],
    'a persisted operation of 250 KB': [
      `{ account { id } } #${repeat('x', 200_000)}`,
      '{}',
      `"extensions":{"persistedQuery":{"version":1,"sha256Hash":"${'0'.repeat(64)}"}}`,
    ],
  }),
  'GET /graphql: variables nested deep': {
    method: 'GET',
    target: `/graphql?query={account{id}}&variables=${'['.repeat(TARGET_SIZE)}`,
  },
};

function byInput(mutation: string, field: string, value: string): [query: string, variables: string] {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`;
  const selection = mutation === 'createWebhook' ? 'secret' : 'id';
  return [
    `mutation($input: ${type}!) { ${mutation}(input: $input) { ${selection} } }`,
    `{"input":{"${field}":${value}}}`,
  ];
}

function graphql(
  requests: Record<string, [query: string, variables?: string, more?: string]>,
): Record<string, WireRequest> {
  return post(
    '/graphql',
    Object.fromEntries(
      Object.entries(requests).map(([name, [query, variables = '{}', more = '"extensions":{}']]) => [
        name,
        `{"query":${JSON.stringify(query)},"variables":${variables},${more}}`,
      ]),
    ),
  );
}
